"""What the page of the graders asks for, and what it sends, as plain data."""

import contextlib
import math
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from ..assignment import RUBRIC
from ..gradebook import Book
from ..gradebook_session import open_gradebook
from ..pictures import Picture
from ..settings import Settings
from .marks import Change, Marks, State
from .questions import Answer, Question, answer_of, files_of, picture_in, questions_of
from .rubric import Rubric, RubricFile, checked

__all__ = ["Marking"]

Data = dict[str, Any]


class Marking:
    """The questions of one assignment, with their answers and marks.

    Parameters
    ----------
    root : Path
        Folder of the course.
    assignment : str
        Name of the assignment.

    Attributes
    ----------
    assignment : str
        The same name.
    questions : dict of str to Question
        By id, in the order of the task.

    Raises
    ------
    ValueError
        If there is nothing to mark, or rubrics would be released.
    """

    def __init__(self, root: Path, assignment: str):
        self.assignment, self._settings = assignment, Settings(root)
        self._folders = self._settings.layout.of(assignment)
        source = self._folders.source
        if not source.is_dir():
            raise ValueError(f"Expected the folder of an assignment, found none: {source}.")
        if not any(fnmatch(RUBRIC, pattern) for pattern in self._settings.layout.ignored):
            raise ValueError(
                f"Rubrics are kept in {source / RUBRIC}, which nbgrader would release. Add it in nbgrader_config.py: "
                f'c.CourseDirectory.ignore = [..., "{RUBRIC}"]'
            )
        self.questions = {question.id: question for question in questions_of(source)}
        if not self.questions:
            raise ValueError(f"No task of {assignment} has an answer that people mark (points on an answer cell).")
        self._rubrics = RubricFile(source)

    @contextlib.contextmanager
    def _marks(self) -> Iterator[Marks]:
        with open_gradebook(*self._settings.gradebook) as gradebook:
            book = Book(gradebook, self.assignment, self._settings.penalty)
            yield Marks(gradebook, self.assignment, book.punish)

    def overview(self) -> Data:
        """All questions, with how many answers are marked."""
        with self._marks() as marks:
            shown = [self._counted(question, marks.of(question)) for question in self.questions.values()]
        return {"assignment": self.assignment, "questions": shown}

    def _counted(self, question: Question, states: Mapping[str, State]) -> Data:
        waiting = sum(state.waiting for state in states.values())
        return {
            "id": question.id,
            "title": question.title,
            "maximum": question.maximum,
            "answers": len(states),
            "waiting": waiting,
        }

    def question(self, name: str) -> Data:
        """A question with its rubric, and all answers in groups of the same.

        Parameters
        ----------
        name : str
            Id of the question.

        Returns
        -------
        dict
            For the page.
        """
        question = self._question(name)
        rubric = self._rubrics.of(question.task, question.cell)
        with self._marks() as marks:
            states, names, released = marks.of(question), marks.names(), marks.released(question)
        students = [
            self._student(student, names.get(student, student), state, question, rubric, released)
            for student, state in states.items()
        ]
        return self._counted(question, states) | {
            "prompt": question.prompt,
            "rubric": _rubric(rubric),
            "students": students,
        }

    def _student(
        self, student: str, name: str, state: State, question: Question, rubric: Rubric, released: str
    ) -> Data:
        answer = self._answer(student, question, released)
        files = files_of(self._handed(student), {each.task: each for each in self.questions.values()})
        key = answer.key if answer and not files else f"only {student}"  # a file beside it may be the answer
        is_empty = bool(answer is None or answer.is_empty) and not files
        return {"id": student, "name": name, "key": key, "empty": is_empty} | _state(state, rubric, question)

    def answer(self, name: str, student: str) -> Data:
        """What a student answered.

        Parameters
        ----------
        name, student : str
            Ids of question and student.

        Returns
        -------
        dict
            HTML in which nothing can run, and the names of files that were handed in.
        """
        question = self._question(name)
        with self._marks() as marks:
            answer = self._answer(student, question, marks.released(question))
        files = files_of(self._handed(student), {each.task: each for each in self.questions.values()})
        return {"page": answer.page if answer else "", "empty": answer is None or answer.is_empty, "files": files}

    def students(self) -> set[str]:
        """Ids of all students of the course."""
        with self._marks() as marks:
            return set(marks.names())

    def picture(self, student: str, name: str) -> Picture | None:
        """A picture that was handed in as a file.

        Parameters
        ----------
        student, name : str
            Id of the student, and name of the file.

        Returns
        -------
        Picture or None
            None if there is none.
        """
        return picture_in(self._handed(student), name)

    def mark(self, name: str, version: str, wanted: Sequence[Data]) -> Data:
        """Write marks, all or none.

        Parameters
        ----------
        name : str
            Id of the question.
        version : str
            That of the rubric from which items were chosen.
        wanted : sequence of dict
            Each with ``student``, ``seen`` and either ``restore``, a state to go back to, or ``items``, ``note`` and
            ``score`` (None: that of the items, or none if ``clear``).

        Returns
        -------
        dict
            By student, what the marks are now.

        Raises
        ------
        ValueError
            If the rubric or the points are not those of the question.
        Changed
            If somebody else has marked meanwhile.
        """
        question = self._question(name)
        rubric = self._rubrics.of(question.task, question.cell)
        if rubric.version != version:
            raise ValueError("Someone else has changed the rubric in the meantime; nothing was saved. Reload the page.")
        changes = [
            Change(str(one["student"]), State.of(one["seen"]), _wanted(one, rubric, question.maximum)) for one in wanted
        ]
        with self._marks() as marks:
            done = marks.write(question, changes)
            counted = self._counted(question, marks.of(question))
        return counted | {"states": {who: _state(state, rubric, question) for who, state in done.items()}}

    def change_rubric(self, name: str, version: str, items: Any) -> Data:
        """Write another rubric; marks that use its items follow.

        Parameters
        ----------
        name : str
            Id of the question.
        version : str
            That of the rubric that is changed.
        items : list of dict
            Each with ``text``, ``points`` and ``was``, its number in the rubric before, or None if it is new.

        Returns
        -------
        dict
            The question, as `question` gives it.

        Raises
        ------
        ValueError
            If an item is none, or somebody else has changed the rubric meanwhile.
        """
        question = self._question(name)
        old = self._rubrics.of(question.task, question.cell)
        if old.version != version:
            raise ValueError("Someone else has changed the rubric in the meantime; nothing was saved. Reload the page.")
        new = Rubric(checked(items))
        moved = {item["was"]: number for number, item in enumerate(items) if isinstance(item.get("was"), int)}
        with self._marks() as marks:
            states = marks.of(question)
            changes = [_followed(who, state, old, new, moved, question.maximum) for who, state in states.items()]
            marks.write(question, [change for change in changes if change and change.seen != change.new])
            self._rubrics.write(question.task, question.cell, new)
        return self.question(name)

    def _question(self, name: str) -> Question:
        if name not in self.questions:
            raise ValueError(f"Expected one of the questions {', '.join(self.questions)}, got {name!r}.")
        return self.questions[name]

    def _answer(self, student: str, question: Question, released: str) -> Answer | None:
        return answer_of(self._folders.autograded(student) / f"{question.task}.ipynb", question, released)

    def _handed(self, student: str) -> Path:
        return self._folders.submitted(student)


def _rubric(rubric: Rubric) -> Data:
    return {
        "version": rubric.version,
        "items": [{"text": item.text, "points": item.points} for item in rubric.items],
    }


def _state(state: State, rubric: Rubric, question: Question) -> Data:
    """A mark as the page shows it."""
    items, note = rubric.read(state.comment)
    by_items = rubric.score(items, question.maximum) if items else None
    is_own = state.score is not None and state.score != by_items
    return {
        "items": items,
        "note": note,
        "score": state.score,
        "own": is_own,
        "waiting": state.waiting,
        "seen": state.token,
    }


def _wanted(one: Data, rubric: Rubric, maximum: float) -> State:
    """The state that a grader wants."""
    if one.get("restore"):
        return State.of(one["restore"])
    items = sorted({int(number) for number in one.get("items", [])})
    if any(not 0 <= number < len(rubric.items) for number in items):
        raise ValueError("Expected items of the rubric. Reload the page.")
    comment = rubric.comment(items, str(one.get("note", ""))[:20_000])
    if one.get("clear"):
        return State(None, comment, False)
    score = one.get("score")
    points = rubric.score(items, maximum) if score is None else float(score)
    if not (math.isfinite(points) and 0 <= points <= maximum):
        raise ValueError(f"Expected points from 0 to {maximum:g}, got {score}.")
    return State(points, comment, False)


def _followed(
    student: str, state: State, old: Rubric, new: Rubric, moved: Mapping[int, int], maximum: float
) -> Change | None:
    """The mark after a change of the rubric; points that a person typed stay."""
    items, note = old.read(state.comment)
    if not items:
        return None
    kept = [moved[number] for number in items if number in moved]
    is_own = state.score != old.score(items, maximum)
    score = state.score if is_own else new.score(kept, maximum)
    return Change(student, state, State(score, new.comment(kept, note), state.waiting))
