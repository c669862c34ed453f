"""Running a class with nbgrader: keys from the solutions (`keys`), feedback without secrets (`feedback`)."""
