"""Nested lists in captured data: their shape, their items, whether they have an order."""

from collections.abc import Collection
from typing import Any

__all__ = ["Data", "flatten", "is_set", "listed", "shape"]

Data = dict[str, Any]


def shape(data: Data) -> tuple[int, ...] | None:
    """Shape of nested lists, as numpy has it.

    Parameters
    ----------
    data : dict
        Captured data; anything but a list has the shape ().

    Returns
    -------
    tuple of int, or None
        None where rows differ in length.
    """
    if data["type"] != "list":
        return ()
    inner = {shape(item) for item in data["items"]}
    if len(inner) > 1 or None in inner:
        return None
    return (len(data["items"]), *(inner.pop() or () if inner else ()))


def flatten(data: Data) -> list[Data]:
    """The items of nested lists in their order.

    Parameters
    ----------
    data : dict
        Captured data; anything but a list is its own item.
    """
    if data["type"] != "list":
        return [data]
    return [leaf for item in data["items"] for leaf in flatten(item)]


def listed(data: Data, names: Collection[str] = ()) -> Data:
    """The values of a dictionary as a list, in the order of `names` if these are its keys.

    Parameters
    ----------
    data : dict
        Captured data; anything but a dictionary is returned as it is.
    names : collection of str
        Names of the entries.
    """
    if data["type"] != "dict":
        return data
    values = {key if type(key) is str else index: value for index, (key, value) in enumerate(data["items"])}
    ordered = [values[name] for name in names] if set(values) == set(names) else list(values.values())
    return {"type": "list", "items": ordered}


def is_set(data: Data) -> bool:
    """Whether items have no order that could be meant.

    Parameters
    ----------
    data : dict
        Captured data.
    """
    return data["type"] == "list" and (bool(data.get("set")) or any(map(is_set, data["items"])))
