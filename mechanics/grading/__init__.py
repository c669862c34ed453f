"""Running a class with nbgrader: from what students hand in to marks, feedback and statistics.

`keys` draws the keys of visible checks from the solutions. `command` grades an assignment, `autograde` does the same
from within nbgrader: each notebook's cells run in a `sandbox`, its answers are judged outside (`grades`), and the marks
are entered into the `gradebook`. `feedback` shows them without hidden tests, `analysis` shows how the class did.
"""
