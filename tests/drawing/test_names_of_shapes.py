"""Springs and dampers of scenes have names of their own; those that they shared with mechanics.lagrange still work."""

from mechanics import lagrange, scene


def test_earlier_names_of_shapes():
    assert scene.Spring is scene.SpringShape and scene.Damper is scene.DamperShape
    assert scene.SpringShape is not lagrange.Spring
