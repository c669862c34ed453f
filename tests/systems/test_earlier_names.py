"""A notebook that imports a module of the library by the name that it had earlier gets it."""

import importlib
import subprocess
import sys

import pytest

MOVED = {
    "mechanics.systems.cart_pendulum": "mechanics.systems.chapter_5.cart_pendulum",
    "mechanics.systems.spiral_spring": "mechanics.systems.self_study.spiral_spring",
    "mechanics.systems.point_pictures": "mechanics.demonstrations.point_pictures",
}


@pytest.mark.parametrize("earlier", MOVED)
def test_a_module_has_its_earlier_name_too_and_is_the_same(earlier: str) -> None:
    code = f"import {earlier} as one, {MOVED[earlier]} as other; assert one is other; print(one.__name__)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.stdout.strip() == MOVED[earlier], run.stderr


def test_what_never_was_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError, match="mechanics.systems.perpetual_motion"):
        importlib.import_module("mechanics.systems.perpetual_motion")
