"""What the rows of one joint are made of, for `Rows`: vectors, offsets, and words for messages."""

from collections.abc import Mapping

import numpy as np

from ..joints import Driven, Joint

__all__ = ["forbidden", "rows_of"]


def rows_of(joint: Joint, index: Mapping[str, int]) -> tuple[np.ndarray, ...]:
    """i, j, e, c, σ and offset of the rows of a joint at t = 0."""
    axes, (i, j) = joint.axes(0.0), (index[name] for name in joint.bodies)
    p, k, n = len(axes.n), len(axes.a), axes.n @ joint.P.R.T
    own = len(joint.forbids)  # rows of another form, whose places stay empty
    e = np.concatenate([n, axes.a @ joint.P.R.T, np.zeros((own, 3))])
    c = np.concatenate([np.tile(joint.Q.r, (p, 1)), axes.b @ joint.Q.R.T, np.zeros((own, 3))])
    offset = np.concatenate([n @ joint.P.r + axes.c, np.zeros(k + own)])
    count = p + k + own
    return np.full(count, i), np.full(count, j), e, c, np.repeat([1.0, 0.0], [p, k + own]), offset


def forbidden(joint: Joint) -> list[str]:
    """What the rows of a joint forbid, in words."""
    axes, kind = joint.axes(0.0), joint.joint if isinstance(joint, Driven) else joint
    shifts = [f"shift along {'xyz'[k]}" for k in kind.blocked_shifts]
    turns = [f"turn about {'xyz'[k]}" for k in kind.blocked_turns]
    shifts, turns = (
        words + ["the drive"] * (len(part) - len(words)) for words, part in ((shifts, axes.n), (turns, axes.a))
    )
    return shifts + turns + list(joint.forbids)
