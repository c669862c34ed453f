"""Formulas typed by people: text → tree (plain data), by a whitelist; nothing is ever executed.

`reader` and `tree` need neither sympy nor numpy, so that answers can be judged in a bare process;
`expression` makes sympy expressions of what was read.
"""
