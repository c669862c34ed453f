"""Every system of the lecture by its id: ``systems.load("cart_pendulum")``; a folder holds those of a chapter."""

import sys
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from ..model import ModelError, unknown_name
from .earlier_names import EarlierNames

__all__ = ["load", "module", "names", "symbols"]

sys.meta_path.append(EarlierNames())

# in the order of the lecture; a folder for each chapter
_CHAPTERS = {
    "chapter_1": (
        "series_rlc_circuit",
        "robot_arm_overview",
        "rate_gyro_overview",
    ),
    "chapter_2": (
        "acceleration_profile",
        "polar_kinematics",
        "spherical_velocity",
        "spherical_acceleration",
    ),
    "chapter_3": (
        "cylinder_on_rope",
        "guyed_mast",
        "force_system_box",
        "force_system_box_about_c",
        "rope_mechanism",
        "center_of_mass_points",
        "composite_cuboids_centroid",
        "hemisphere_centroid",
        "projectile",
        "projectile_optimal_angle",
        "pulley_two_masses",
        "rocket",
        "gravity_potential",
        "potential_force",
        "springs_series_parallel",
        "leaf_spring_two_masses",
        "atmospheric_free_fall",
        "stick_slip_block",
        "mass_on_incline_pull",
        "ladder_person",
        "rope_friction",
        "rope_friction_tenfold_mass",
        "rolling_resistance",
        "drive_wheel_rolling_resistance",
        "spring_mass_damper_three",
        "definiteness_k_d",
        "kepler_area_law",
        "mathematical_pendulum",
        "cylinder_inertia",
        "sphere_inertia",
        "steiner",
        "four_cylinders_inertia",
        "pendulum_rod_inertia",
        "drivetrain",
        "rolling_ball_incline",
    ),
    "chapter_4": (
        "elementary_rotations",
        "rotation_composition",
        "euler_angles_zyz",
        "roll_pitch_yaw",
        "homogeneous_transform",
        "planar_manipulator_kinematics",
        "tower_crane_simple",
        "tower_crane_kinematics",
        "angular_velocity",
        "euler_rate_jacobian",
        "planar_manipulator_jacobians",
        "tower_crane_jacobians",
    ),
    "chapter_5": (
        "inertia_tensor",
        "planar_manipulator_energies",
        "tower_crane_energies",
        "spherical_pendulum",
        "ball_on_beam",
        "cart_pendulum",
        "rotational_two_mass",
        "planar_manipulator",
        "tower_crane",
    ),
    "self_study": (
        "drawbridge",
        "hinged_frame_body",
        "plate_holder",
        "quarter_car",
        "wheel_suspension",
        "turntable_mass",
        "centrifugal_governor",
        "rope_drum",
        "rope_hoist",
        "toggle_press",
        "planar_robot",
        "hollow_cylinder_rod",
        "torsion_spring_body",
        "elastic_boom",
        "trebuchet",
    ),
    "chapter_6": (
        "spinning_top",
        "t_handle",
        "four_bar_linkage",
        "slider_crank",
        "double_wishbone",
    ),
    "chapter_7": (
        "spherical_double_pendulum",
        "chandelier",
        "hanging_chain",
        "crane_chain_load",
    ),
    "chapter_8": (
        "rotating_beam",
        "satellite_with_panels",
    ),
}
_FOLDERS = {id: folder for folder, ids in _CHAPTERS.items() for id in ids}


def names() -> list[str]:
    """Ids of all systems, in the order of the lecture."""
    return list(_FOLDERS)


@cache
def load(id: str) -> Any:
    """The system of that id.

    Raises
    ------
    ModelError
        for an unknown id, with the nearest ones.
    """
    system = getattr(module(id), id)()
    system.id = id
    return system


def module(id: str) -> ModuleType:
    """The module that describes the system of that id, and what else is told of it.

    Raises
    ------
    ModelError
        for an unknown id, with the nearest ones.
    """
    if id not in _FOLDERS:
        raise ModelError(unknown_name(id, _FOLDERS, "system"))
    return import_module(f".{_FOLDERS[id]}.{id}", __name__)


def symbols(id: str, names: str) -> Any:
    """Symbols of a system by their names, without its equations: ``s, phi = symbols("cart_pendulum", "s phi")``.

    Parameters
    ----------
    id
        of the system
    names
        of coordinates, rates ``phi_d``, accelerations ``phi_dd``, parameters, inputs or abbreviations, with blanks
        between them

    Returns
    -------
    sympy symbol, or a list of them for several names

    Raises
    ------
    ModelError
        for an unknown id or name, with the nearest ones.
    """
    table = load(id).symbols
    for name in names.split():
        if name not in table:
            raise ModelError(unknown_name(name, table, f"symbol of {id}"))
    found = [table[name] for name in names.split()]
    return found[0] if len(found) == 1 else found
