"""Verdicts on answers that were judged before: in a class many hand in the same formula, to the same key."""

import hashlib
import json
from collections import OrderedDict
from typing import Any

from ..checks.judge import Verdict, judge

__all__ = ["Verdicts"]

MOST = 500
"""Answers that are remembered for one key."""


class Verdicts:
    """Judges by one and the same key, and each answer once.

    An answer is plain data, and judging draws nothing by chance: the same answer always gets the same verdict.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, Verdict] = OrderedDict()

    def __call__(self, data: dict[str, Any], key: dict[str, Any]) -> Verdict:
        """Judge an answer.

        Parameters
        ----------
        data, key
            As in `mechanics.checks.judge.judge`; the key is the same each time.

        Returns
        -------
        Verdict
            That of `judge`.
        """
        name = hashlib.sha256(json.dumps(data, sort_keys=True).encode()).digest()
        if name not in self._known:
            self._known[name] = judge(data, key)
            if len(self._known) > MOST:
                self._known.popitem(last=False)
        self._known.move_to_end(name)
        return self._known[name]
