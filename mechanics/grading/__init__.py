"""Running a class with nbgrader: keys from the solutions (`keys`), feedback without secrets (`feedback`)."""

import sys

# nbgrader reads notebooks by nbformat, that checks them by jsonschema, and this builds parsers for international
# addresses wherever it finds the package for it: more than half of the start of a command, for what no notebook has
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
