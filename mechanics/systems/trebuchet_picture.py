"""The trebuchet drawn."""


def scene_of_phases(s): ...
