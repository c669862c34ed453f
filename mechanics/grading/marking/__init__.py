"""Marking written answers and pictures in the browser: rubric, same answers at once, on nbgrader's gradebook."""
