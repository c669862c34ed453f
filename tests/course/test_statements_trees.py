"""What chapter 7 claims in words and numbers is so."""

import numpy as np
import pytest

from mechanics import systems
from mechanics.demonstrations.augmented_pictures import MASSES, augmented_body, four_bodies
from mechanics.demonstrations.planar_pair import planar_pair
from mechanics.demonstrations.tree_experiments import apparent_mass, random_position, rope, times_of_a_call
from mechanics.demonstrations.wrong_sign import energy_rate, hanging_body, two_rods, with_signs
from mechanics.multibody.trees import (
    BRYANT,
    QUATERNION,
    BaseState,
    Graph,
    JointDamper,
    JointSpring,
    Link,
    Loads,
    Tree,
    accelerations,
    angular_accelerations,
    gaps,
    reactions,
)
from mechanics.rotations.arrays import rotation_vector_matrix
from tests.conftest import CHECKOUT
from tests.course.test_text import cells

CHAPTER = CHECKOUT / "course" / "07-spherical-joint-trees.ipynb"
GRAVITY = np.array([0, 0, -9.81])


def chapter_tree() -> Tree:
    """The tree as the chapter writes it down."""
    space: dict = {}
    exec(cells(CHAPTER, "code")["vectors-code"], space)
    return space["tree"]


@pytest.fixture(scope="module")
def tree() -> Tree:
    return chapter_tree()


class TestGraph:
    graph = Graph([(1, 0), (2, 1), (3, 1), (4, 3)])

    def test_it_is_the_worked_example_of_the_document(self):
        assert self.graph.S.tolist() == [[1, -1, -1, 0], [0, 1, 0, 0], [0, 0, 1, -1], [0, 0, 0, 1]]
        assert self.graph.T.tolist() == [[1, 1, 1, 1], [0, 1, 0, 0], [0, 0, 1, 1], [0, 0, 0, 1]]

    def test_a_column_is_a_path_and_a_row_is_all_that_hangs_on_a_joint(self):
        assert np.flatnonzero(self.graph.T[:, 3]).tolist() == [0, 2, 3]
        assert np.flatnonzero(self.graph.T[2]).tolist() == [2, 3]

    def test_turning_an_arc_changes_signs_of_its_force_and_nothing_else(self, tree):
        turned = Tree(
            Graph([(1, 0), (2, 1), (1, 3), (4, 3)]),
            tree.m,
            tree.J,
            *(np.where(np.arange(4)[:, None] == 2, *pair) for pair in turned_hinges(tree)),
        )
        A, w = random_position(4)
        F = tree.m[:, None] * GRAVITY
        w_d = [angular_accelerations(x, A, w, F) for x in (tree, turned)]
        assert w_d[1] == pytest.approx(w_d[0], abs=1e-11)
        assert turned.d == pytest.approx(tree.d)
        X = [reactions(x, accelerations(x, A, w, a), F) for x, a in zip((tree, turned), w_d, strict=True)]
        assert X[1] == pytest.approx(X[0] * np.array([1, 1, -1, 1])[:, None])


def turned_hinges(tree: Tree) -> list[tuple[np.ndarray, np.ndarray]]:
    return [(tree.c_minus, tree.c_plus), (tree.c_plus, tree.c_minus)]


class TestTree:
    def test_the_pictures_show_the_tree_of_the_chapter(self, tree):
        shown = four_bodies()
        assert (
            shown.m == pytest.approx(tree.m) and shown.d == pytest.approx(tree.d) and pytest.approx(tree.K) == shown.K
        )

    def test_the_plate_does_not_care_what_hangs_on_its_right_corner(self, tree):
        assert tree.d[0, 2] == pytest.approx(tree.d[0, 3]) and abs(tree.d[2, :2]).max() == 0

    def test_the_barycentre_is_where_the_text_and_the_picture_have_it(self, tree):
        assert tree.b_0[0] == pytest.approx([-0.0722, 0, 0.1867], abs=1e-4)
        found = augmented_body().solve()
        assert found["b_10"] == pytest.approx(tree.b_0[0])
        assert found["b_12"] == pytest.approx(tree.b[0, 1]) and found["b_13"] == pytest.approx(tree.b[0, 3])
        assert found["K_yy"] == pytest.approx(tree.K[0, 1, 1])

    def test_doubling_all_masses_moves_no_barycentre(self):
        double = {f"m_{i}": 2 * m for i, m in enumerate(MASSES, 1)}
        once, twice = augmented_body().solve(), augmented_body().solve(**double)
        assert twice["b_10"] == pytest.approx(once["b_10"]) and twice["K_yy"] > 1.5 * once["K_yy"]

    def test_whatever_rotations_one_chooses_the_joints_are_closed(self, tree):
        A, _ = random_position(4, seed=5)
        from mechanics.multibody.trees import positions

        assert abs(gaps(tree, A, positions(tree, A))).max() < 1e-15

    def test_a_fifth_body_changes_all_barycentres_and_no_old_vector(self, tree):
        links = [
            Link(name, tree.m[i], tree.J[i], ["base", "1", "1", "3"][i], tree.joint[i], tree.hinge[i])
            for i, name in enumerate("1234")
        ]
        more = Tree.of([*links, Link("5", 0.4, (0.01, 0.01, 0.01), "4", (0, 0, -0.1), (0, 0, 0.1))])
        assert more.d[:4, :4] == pytest.approx(tree.d)
        assert (np.linalg.norm(more.b_0[:4] - tree.b_0, axis=1) > 1e-3).all()

    def test_while_it_falls_away_the_joints_carry_less_than_the_weights(self, tree):
        A, w = random_position(4)
        F = tree.m[:, None] * GRAVITY
        X = reactions(tree, accelerations(tree, A, w, angular_accelerations(tree, A, w, F)), F)
        assert (np.linalg.norm(X, axis=1) < 9.81 * tree.graph.T @ tree.m).all()

    def test_a_moment_in_one_joint_is_felt_by_all_bodies(self, tree):
        A, w = random_position(4)
        F = tree.m[:, None] * GRAVITY
        load = Loads(tree, moments=[JointSpring("1", 20.0), JointDamper("4", 0.01)]).at(0.0, A, w)
        change = angular_accelerations(tree, A, w, *load) - angular_accelerations(tree, A, w, F)
        assert np.flatnonzero(np.abs(load.Y).max(axis=1)).tolist() == [0, 3]
        assert (np.abs(change).max(axis=1) > 1).all()

    def test_in_a_lift_that_falls_freely_no_weight_is_felt(self, tree):
        A, w = random_position(4)
        F = tree.m[:, None] * GRAVITY
        falling = angular_accelerations(tree, A, w, F, base=BaseState(r_dd=GRAVITY))
        assert falling == pytest.approx(angular_accelerations(tree, A, w), abs=1e-11)


class TestWrongSign:
    def test_only_plus_and_minus_make_no_energy_out_of_nothing(self, tree):
        A, w = random_position(4)
        F = tree.m[:, None] * GRAVITY
        rate = {
            (s_1, s_2): energy_rate(tree, A, w, with_signs(tree, A, w, F, s_1, s_2), F)
            for s_1 in (1, -1)
            for s_2 in (1, -1)
        }
        assert abs(rate.pop((1, -1))) < 1e-12
        assert min(map(abs, rate.values())) > 1, f"a wrong pair of signs goes unnoticed: {rate}"

    def test_with_the_right_signs_these_are_the_equations_of_the_library(self, tree):
        A, w = random_position(4, seed=3)
        F = tree.m[:, None] * GRAVITY
        assert with_signs(tree, A, w, F) == pytest.approx(angular_accelerations(tree, A, w, F), abs=1e-10)

    def test_one_rod_keeps_its_energy_and_the_other_stands_up(self):
        run = two_rods().numeric().simulate(t=6.0)
        assert np.ptp(run["E"]) < 1e-5 < 10 < np.ptp(run["E_p"])
        assert run.x[:, 0].max() < 0.61 and run.x[:, 1].max() > np.pi + 1


class TestHangingBody:
    """Task 7.5: which pairs of signs two conservation laws leave."""

    w, e = np.array([1.0, 2.0, 0.5]), np.array([0.6, 0.0, 0.8])

    @pytest.mark.parametrize("gyro", [1, -1])
    @pytest.mark.parametrize("weight", [1, -1])
    @pytest.mark.parametrize("vertical", [1, -1])
    def test_energy_sees_weight_and_vertical_and_momentum_the_gyroscopic_term(self, gyro, weight, vertical):
        body = hanging_body()
        w_d, e_d = body.rates(self.w, self.e, gyro, weight, vertical)
        energy = abs(body.energy_rate(self.w, w_d, e_d)) < 1e-12
        momentum = abs(body.momentum_rate(self.w, self.e, w_d, e_d)) < 1e-12
        assert energy == (weight == -vertical)
        assert momentum == (gyro == vertical)

    def test_with_a_weight_of_the_other_sign_a_hanging_body_turns_over(self):
        body, w = hanging_body(), np.zeros(3)
        aside = body.d / np.linalg.norm(body.d) + np.array([0, 0.01, 0])
        pulls_back = [body.rates(w, aside, -1, sign, -sign)[0][0] * np.cross(body.d, aside)[0] > 0 for sign in (1, -1)]
        assert pulls_back == [True, False]


class TestPlanarPair:
    """Task 7.3: Lagrange's equations agree with W(59)."""

    def test_it_is_a_tree_of_two_bodies(self):
        pair = Tree.of(
            [
                Link("1", 0.7, (0.04, 0.04, 0.04), hinge=(0, 0, 0.4)),
                Link("2", 1.6, (0.15, 0.15, 0.15), "1", (0, 0, -0.4), (0, 0, 0.5)),
            ]
        )
        phi, phi_d, y = np.array([0.4, 1.1]), np.array([1.3, -0.7]), np.array([0, 1.0, 0])
        A, w = rotation_vector_matrix(np.outer(phi, y)), np.outer(phi_d, y)
        w_d = angular_accelerations(pair, A, w, pair.m[:, None] * GRAVITY)
        assert w_d[:, 1] == pytest.approx(planar_pair(phi, phi_d), abs=1e-12)


class TestCoordinates:
    def test_angles_race_near_ninety_degrees_and_quaternions_do_not(self):
        def rates(degrees: float) -> tuple[float, float]:
            angles = [0.0, np.radians(degrees), 0.4]
            q = QUATERNION.of(BRYANT.matrix(angles))
            found = BRYANT.rates(angles, [1.0, 0, 0]), QUATERNION.rates(q, [1.0, 0, 0])
            return float(abs(found[0]).max()), float(abs(found[1]).max())

        assert rates(0)[0] < 1 and rates(89.99)[0] > 5000
        assert max(rates(degrees)[1] for degrees in (0, 60, 89, 89.99)) <= 0.5


class TestRope:
    def test_it_weighs_five_kilograms_upwards_and_29_grams_sideways(self):
        straight = np.tile(np.eye(3), (50, 1, 1))
        assert apparent_mass(rope(1), straight[:1]).diagonal() == pytest.approx([1.25, 1.25, 5.0], rel=1e-3)
        assert apparent_mass(rope(50), straight).diagonal() == pytest.approx([0.0289, 0.0289, 5.0], rel=2e-3)

    def test_apparent_masses_are_symmetric_and_positive_in_any_position(self):
        A, _ = random_position(12, seed=2)
        B = apparent_mass(rope(12), A)
        assert pytest.approx(B.T, abs=1e-12) == B and np.linalg.eigvalsh(B)[0] > 0

    def test_compiled_recursion_is_much_faster_than_the_dense_form(self):
        pytest.importorskip("numba")
        found = times_of_a_call(80)
        assert found["recursion, compiled"] < found["dense"] / 30, found


class TestSystems:
    def test_the_chandelier_has_sixteen_bodies_and_179_newton(self):
        tree = systems.load("chandelier").numeric().motion.tree
        assert tree.n == 16 and 9.81 * tree.m_tot == pytest.approx(178.5, abs=0.5)

    def test_the_pendulum_keeps_energy_and_angular_momentum(self):
        run = systems.load("spherical_double_pendulum").numeric().simulate(t=10.0)
        exchanged = np.ptp(run.kinetic)
        assert exchanged == pytest.approx(10.0, abs=0.1)
        assert np.ptp(run.energy) < 1e-9 * exchanged and np.ptp(run["L_z"]) < 1e-9
        assert run["f_1"].min() < 0.6 * 29.4 and run["f_1"].max() > 2 * 29.4

    def test_without_a_push_aside_the_pendulum_stays_in_its_plane(self):
        run = systems.load("spherical_double_pendulum").numeric(omega_0=0.0, phi_20=0.0).simulate(t=5.0)
        r, _ = run.places
        assert np.ptp(r[..., 1]) < 1e-9 or np.ptp(r[..., 0]) < 1e-9

    @pytest.mark.parametrize(
        ("changes", "swing"),
        [
            ({}, 23.8),
            ({"b": 1.0}, 19.7),
            ({"tau": 2.0}, 16.7),
            ({"tau": 4.486}, 0.14),
            ({"m_L": 600.0}, 23.8),
        ],
    )
    def test_the_load_of_the_crane_swings_on_as_the_text_says(self, changes, swing):
        run = systems.load("crane_chain_load").numeric(**changes).simulate(t=20.0)
        assert np.degrees(abs(run["theta"][run.t > 15])).max() == pytest.approx(swing, abs=0.1)

    def test_the_chain_cracks(self):
        run = systems.load("hanging_chain").numeric().simulate(t=5.0)
        at = run["v_E"].argmax()
        assert run["v_E"][at] == pytest.approx(18.4, abs=0.5) and run.t[at] == pytest.approx(1.0, abs=0.1)
        assert run["v_E"][at] > 1.5 * np.sqrt(2 * 9.81 * 5) and run["f_0"].max() > 2 * 98
