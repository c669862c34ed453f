"""The student's workspace: chapters and tasks are copied into a folder, the student's own work is never touched.

`mechanics.workspace.copying` decides what is copied, `places` where to, `files` how it is written, `languages` in
which language.
"""

from mechanics.workspace.copying import Copied, copy_course
from mechanics.workspace.files import can_be_written
from mechanics.workspace.languages import CATALOGUES, catalogue_of, chosen_language
from mechanics.workspace.places import (
    COURSE_FOLDERS,
    WorkspaceError,
    is_checkout,
    material,
    settings_folder,
    workspace_around,
)

__all__ = [
    "CATALOGUES",
    "COURSE_FOLDERS",
    "Copied",
    "WorkspaceError",
    "can_be_written",
    "catalogue_of",
    "chosen_language",
    "copy_course",
    "is_checkout",
    "material",
    "settings_folder",
    "workspace_around",
]

ROOMS, Laid, lay = COURSE_FOLDERS, Copied, copy_course  # earlier names of the three
