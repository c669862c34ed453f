"""The kind of system that is put together from numbers: a model of one pendulum, written for these tests."""

import numpy as np
import pytest

from mechanics.drawing.playable import playable_of
from mechanics.drawing.sketch import sketch
from mechanics.model import ModelError, Parameters, SimulationError
from mechanics.multibody import MultibodySystem
from mechanics.rotations.arrays import rotation_vector_matrix
from mechanics.scene import PointMass, Projection, Rod, Scene, ValueArrow
from mechanics.widgets import simulate


class Swinging:
    """Point mass on a rod that swings about the x axis."""

    def __init__(self, values):
        self.m, self.l, self.g = (values[name] for name in ("m", "l", "g"))
        self.start = np.array([values["phi_0"], 0.0])

    def state_derivative(self, t, x):
        return np.array([x[1], -self.g / self.l * np.sin(x[0])])

    def places(self, t, x):
        A = rotation_vector_matrix(x[:, :1] * [1.0, 0.0, 0.0])
        return (A @ [0.0, 0.0, -self.l])[:, None], A[:, None]

    def energies(self, t, x):
        kinetic = self.m * self.l**2 * x[:, 1] ** 2 / 2
        return kinetic, -self.m * self.g * self.l * np.cos(x[:, 0])

    def quantities(self, t, x):
        return {"phi": x[:, 0], "f_S": self.m * (self.g * np.cos(x[:, 0]) + self.l * x[:, 1] ** 2)}


def pendulum(**options):
    p = Parameters(
        m=(2.0, "kg", "mass"),
        l=(1.5, "m", "length"),
        g=(9.81, "m/s^2", "gravity"),
        phi_0=(0.4, "rad", "angle at the start", "real"),
    )
    outputs = {"phi": ("rad", "angle"), "f_S": ("N", "force of the rod")}
    return MultibodySystem(
        title="Pendulum",
        parameters=p,
        frames=["mass"],
        build=Swinging,
        outputs=outputs,
        scene=scene,
        **options,
    )


def scene(system):
    place = system.frame("mass")
    return Scene(
        shapes=(
            Rod((0, 0, 0), place.p, 0.05 * system.parameters.l),
            PointMass(place.p, 0.1),
            ValueArrow(place.p, place.R[:, 2], system.outputs["f_S"], 20.0),
        ),
        description="A point mass swings on a rod about the x axis, with the force of the rod as an arrow at the mass.",
        projection=Projection.axonometric(0.5, 0.3, up="z"),
        sketch={"phi_0": 0.6},
    )


def test_energy_is_conserved_and_outputs_come_by_name():
    run = pendulum().numeric(phi_0=1.2).simulate(t=5.0, rtol=1e-10, atol=1e-10)
    assert np.ptp(run.energy) < 1e-8 * run.kinetic.max()
    assert run["phi"][0] == 1.2
    assert run["f_S"].max() == pytest.approx(2 * 9.81 * (3 - 2 * np.cos(1.2)), rel=1e-3)  # at the bottom


def test_expressions_of_the_scene_follow_the_frames():
    model = pendulum().numeric(phi_0=0.3)
    frame, p = model.system.frame("mass"), model.system.parameters
    values = model.evaluate([frame.p.dot(frame.p), frame.R.det(), p.l], [0.0, 1.0], np.array([[0.3, 0], [1.0, 0]]))
    np.testing.assert_allclose(values, [[1.5**2, 1, 1.5]] * 2)


def test_the_picture_starts_from_the_parameters_of_the_scene():
    playable = playable_of(pendulum())
    compiled = playable.system.scene().compile()
    values = playable.snapshot(playable.parameters.defaults, playable.start({"phi_0": 0.6}), compiled.expressions)
    y = dict(zip(map(str, compiled.expressions), values, strict=True))["mass_r2"]
    assert y == pytest.approx(1.5 * np.sin(0.6))
    assert sketch(pendulum()).description.startswith("A point mass")


def test_the_player_shows_outputs_energies_and_sliders():
    player = simulate(pendulum(), t=2.0, phi_0=0.1)
    assert [row["name"] for row in player.spec["sliders"]] == ["m", "l", "g", "phi_0"]
    assert {"phi", "f_S", "kinetic_energy", "potential_energy", "energy"} <= set(player.spec["variables"])
    assert sorted(player.spec["call"]["written"]) == [["phi_0", "0.1"], ["t", "2.0"]]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: pendulum().numeric(phi0=1.0), "Unknown parameter 'phi0'"),
        (lambda: pendulum().frame("rod"), "Unknown frame 'rod'"),
        (lambda: pendulum().numeric().simulate(t=1.0)["psi"], "Unknown state or output 'psi'"),
        (lambda: pendulum().numeric().simulate([1.0], 1.0), "2 finite numbers"),
        (lambda: pendulum().numeric().simulate(t=1.0, u={"f": 1.0}), "f"),
        (lambda: simulate(pendulum(), q0=[0.1]), "takes no start values but parameters; got q0"),
    ],
)
def test_bad_input_gets_one_sentence(wrong, sentence):
    with pytest.raises(ModelError, match=sentence):
        wrong()


def test_a_motion_that_runs_away_is_stopped():
    class Exploding(Swinging):
        def state_derivative(self, t, x):
            return 1e3 * x + 1.0

    system = pendulum()
    system.build = Exploding
    with pytest.raises(SimulationError, match="s"):
        system.numeric().simulate(t=2.0)
