"""The student's workspace: chapters and tasks laid into a folder, the student's own work never touched.

`mechanics.workspace.laying` decides what is laid, `places` where, `files` how it is written.
"""

from mechanics.workspace.files import can_be_written
from mechanics.workspace.laying import Laid, lay
from mechanics.workspace.places import ROOMS, WorkspaceError, is_checkout, material, settings_folder

__all__ = [
    "ROOMS",
    "Laid",
    "WorkspaceError",
    "can_be_written",
    "is_checkout",
    "lay",
    "material",
    "settings_folder",
]
