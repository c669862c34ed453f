"""``variant(m=(2, 5))``: every student may get another number for this given; see `mechanics.grading.declarations`."""

__all__ = ["variant"]


def variant(where: str = "", **givens: tuple[float, ...]) -> None:
    """Declare that numbers given in the same cell may differ from student to student.

    The line itself changes nothing: the numbers that stand in the cell hold, unless the instructor switches variants on
    and hands out a notebook to each student. Then the drawn numbers stand in the cell.

    Parameters
    ----------
    where : str
        A condition that keeps all variants equally hard, in Python: ``"J_1 < J_3 < J_2"``.
    **givens
        For each name the smallest and the largest number, and the step between them: ``m=(80, 120, 5)``. Without a
        step it is one in the last digit: (80, 120) goes in tens, (2, 5) in ones, (2.0, 3.0) in tenths.

    Raises
    ------
    ValueError
        For anything but a range.
    """
    for name, limits in givens.items():
        numbers = isinstance(limits, tuple) and len(limits) in (2, 3) and all(type(x) in (int, float) for x in limits)
        if not numbers or not limits[0] < limits[1] or (len(limits) == 3 and limits[2] <= 0):
            raise ValueError(
                f"variant({name}=...) must be the smallest number, the largest one and, if wanted, a step, such as "
                f"(80, 120, 5); got {limits!r}"
            )
