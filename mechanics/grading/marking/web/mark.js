// The page for graders: every mark is sent when it is given, with what was seen before, so that nobody is overwritten.

import { fileOf, groupsOf, isWaiting, lineOf, memberOf, nameOf } from "./entries.js";
import { addLine, itemOf, itemsOf, showLines } from "./rubric.js";
import { ask, element, number } from "./tools.js";

const $ = (id) => document.getElementById(id);
let questions = [];
let question = null; // with rubric and students, as the server gives it
let entries = []; // groups of students with the same answer and the same mark
let current = 0;
let undone = []; // what an undo goes back to, newest last
let queue = Promise.resolve(); // one request after the other
let noteTimer = 0;
let loading = false;
const taken = new Set(); // students who were taken out of their group

function tell(text, failed = false) {
  $("status").textContent = text;
  $("status").classList.toggle("failed", failed);
}


// Questions and the list of answers

async function begin() {
  const found = await ask("overview");
  questions = found.questions;
  $("assignment").textContent = `Marking ${found.assignment}`;
  document.title = `Marking ${found.assignment}`;
  showQuestions();
  const first = questions.find((one) => one.waiting) || questions[0];
  await open(first.id);
}

function showQuestions() {
  const label = (one) => `${one.title} (${one.answers - one.waiting} of ${one.answers})`;
  $("questions").replaceChildren(...questions.map((one) => element("option", label(one), { value: one.id })));
  if (question) $("questions").value = question.id;
}

async function open(id, student = null) {
  loading = true; // no key marks anybody meanwhile
  try {
    question = await ask(`question?question=${encodeURIComponent(id)}`);
  } finally {
    loading = false;
  }
  $("questions").value = id;
  $("prompt").innerHTML = question.prompt; // made by the server, in which nothing can run
  $("maximum").textContent = number(question.maximum);
  $("points").max = question.maximum;
  regroup(student);
  showRubricForm();
  await show();
}

function regroup(student = null) {
  entries = groupsOf(question.students, (one) => taken.has(`${question.id} ${one.id}`));
  const at = entries.findIndex((entry) => entry.some((one) => one.id === student));
  current = at >= 0 ? at : Math.max(0, entries.findIndex((entry) => entry.some((one) => one.waiting)));
  showEntries();
}

function showEntries() {
  const isHidden = (entry, place) => $("only-waiting").checked && !isWaiting(entry) && place !== current;
  const lines = entries.map((entry, place) => {
    const line = lineOf(entry, place === current, () => go(place));
    line.hidden = isHidden(entry, place);
    return line;
  });
  $("entries").replaceChildren(...lines);
  const all = question.students.length;
  const marked = question.students.filter((one) => !one.waiting).length;
  const empty = question.students.filter((one) => one.empty).length;
  $("progress").textContent = `${marked} of ${all} marked` + (empty ? `, ${empty} of them wrote nothing` : "");
  $("bar").value = all ? marked / all : 1;
}

// One answer and its mark

async function show() {
  const entry = entries[current];
  if (!entry) {
    $("who").textContent = "Nobody has handed in anything yet.";
    return;
  }
  $("who").textContent = nameOf(entry);
  $("previous").disabled = current === 0;
  $("next").disabled = current === entries.length - 1;
  showMembers(entry);
  showMark();
  $("answer").replaceChildren(); // never the answer of one student under the name of another
  $("files").replaceChildren();
  const wanted = `question=${encodeURIComponent(question.id)}&student=${encodeURIComponent(entry[0].id)}`;
  const answer = await ask(`answer?${wanted}`);
  if (entries[current] !== entry) return;
  if (answer.empty) $("answer").replaceChildren(element("p", "Nothing was written here.", { className: "empty" }));
  else $("answer").innerHTML = answer.page; // made by the server: text of the student is escaped, pictures are written again
  $("files").replaceChildren(...answer.files.map((name) => fileOf(entry[0].id, name)));
  document.querySelector("#entries [aria-current=true]")?.scrollIntoView({ block: "nearest" });
}

function showMembers(entry) {
  $("group").hidden = entry.length < 2;
  const lines = entry.map((one) =>
    memberOf(one, (isTicked) => {
      if (isTicked) taken.delete(`${question.id} ${one.id}`);
      else taken.add(`${question.id} ${one.id}`);
    }),
  );
  $("members").replaceChildren(...lines);
}

function showMark() {
  const state = entries[current][0];
  const buttons = question.rubric.items.map((item, place) => itemOf(item, place, state.items.includes(place), toggle));
  $("items").replaceChildren(...(buttons.length ? buttons : [element("li", "No items yet. Add some below.")]));
  $("points").value = state.score === null ? "" : number(state.score);
  if (document.activeElement !== $("note")) $("note").value = state.note;
  $("undo").disabled = !undone.length;
}

// Saving

const chosen = () => {
  const boxes = [...$("members").querySelectorAll("input:checked")].map((box) => box.value);
  return entries[current].filter((one) => entries[current].length === 1 || boxes.includes(one.id));
};

function save(wanted) {
  clearTimeout(noteTimer);
  noteTimer = 0;
  const students = chosen();
  if (!students.length) return tell("Nothing is ticked; nothing was saved.", true);
  const marks = students.map((one) => ({ student: one.id, seen: one.seen, ...wanted(one) }));
  for (const one of students) Object.assign(one, shownBefore(wanted(one)));
  return send(marks, students[0].id, true);
}

// What is on the screen until the server has answered: the next key adds to it.
const shownBefore = (wanted) => ({ items: wanted.items || [], note: wanted.note || "" });

function send(marks, student, canUndo) {
  const asked = question;
  tell("Saving …");
  queue = queue.then(async () => {
    const byId = new Map(asked.students.map((one) => [one.id, one]));
    for (const mark of marks) if (mark.seen !== byId.get(mark.student).seen) mark.seen = byId.get(mark.student).seen;
    try {
      const done = await ask("marks", { question: asked.id, version: asked.rubric.version, marks });
      if (canUndo) undone.push({ question: asked.id, marks: marks.map(({ student, seen }) => ({ student, restore: seen })) });
      for (const [id, state] of Object.entries(done.states)) Object.assign(byId.get(id), state);
      Object.assign(questions.find((one) => one.id === asked.id), { waiting: done.waiting, answers: done.answers });
      tell(`Saved: ${marks.length === 1 ? byId.get(student).name : `${marks.length} students`}.`);
      $("conflict").hidden = true;
      showQuestions();
      if (question === asked) {
        regroup(entries[current].some((one) => one.id === student) ? student : entries[current][0].id);
        $("who").textContent = nameOf(entries[current]);
        showMembers(entries[current]);
        showMark();
      }
    } catch (error) {
      await failed(error, marks, student);
    }
  });
  return queue;
}

async function failed(error, marks, student) {
  tell(error.message, true);
  const note = marks.find((mark) => mark.note)?.note;
  if (error.status === 503) {
    await new Promise((done) => setTimeout(done, 1000));
    return void send(marks, student, true);
  }
  $("conflict").hidden = false;
  const who = error.answer.students ? ` (${error.answer.students.join(", ")})` : "";
  $("conflict").textContent = error.message + who + (note ? `\nYour comment was: ${note}` : "");
  if (error.status === 409 || error.status === 400) await open(question.id, student);
}

const kept = () => ({ items: entries[current][0].items, note: $("note").value.trim() });

function toggle(place) {
  if (place >= question.rubric.items.length) return;
  const items = new Set(entries[current][0].items);
  if (!items.delete(place)) items.add(place);
  save(() => ({ note: $("note").value.trim(), items: [...items], clear: !items.size }));
}

function savePoints() {
  const text = $("points").value;
  const score = Number(text);
  if (text === "") return save(() => ({ ...kept(), clear: true }));
  if (!$("points").checkValidity()) return tell(`Expected points from 0 to ${number(question.maximum)}.`, true);
  save(() => ({ ...kept(), score }));
}

function saveNote() {
  if (!noteTimer) return;
  const state = entries[current][0];
  if ($("note").value.trim() === state.note) return void clearTimeout(noteTimer);
  save((one) => ({ ...kept(), score: one.score, clear: one.score === null }));
}

async function undo() {
  await queue;
  const last = undone.pop();
  if (!last) return;
  if (last.question !== question.id) await open(last.question);
  const byId = new Map(question.students.map((one) => [one.id, one]));
  const marks = last.marks.map((mark) => ({ ...mark, seen: byId.get(mark.student).seen }));
  await send(marks, marks[0].student, false);
  const place = entries.findIndex((entry) => entry.some((one) => one.id === marks[0].student));
  if (place !== current) go(place);
}

// Moving

// At once, without waiting for the server: the next key must never mark the student before.
async function go(place) {
  if (place < 0 || place >= entries.length) return;
  const student = entries[place][0].id;
  saveNote();
  regroup(student); // who was taken out stands alone now
  $("note").blur();
  $("who").focus({ preventScroll: true });
  await show();
}

function move(step) {
  let place = current + step;
  if ($("only-waiting").checked) {
    while (entries[place] && !entries[place].some((one) => one.waiting)) place += step;
  }
  if (entries[place]) go(place);
  else tell(step > 0 ? "That was the last one." : "That was the first one.");
}

// The rubric

function showRubricForm() {
  showLines($("lines"), question.rubric.items);
  $("edit-box").open = !question.rubric.items.length;
}

async function saveRubric(event) {
  event.preventDefault();
  const student = entries[current]?.[0].id;
  try {
    await queue;
    await ask("rubric", { question: question.id, version: question.rubric.version, items: itemsOf($("lines")) });
    undone = []; // states before are lines of another rubric
    await open(question.id, student);
    tell("The rubric is saved.");
  } catch (error) {
    tell(error.message, true);
  }
}

// Keys and buttons

const keys = {
  n: () => move(1),
  p: () => move(-1),
  ArrowRight: () => move(1),
  ArrowLeft: () => move(-1),
  f: () => save(() => ({ ...kept(), score: question.maximum })),
  0: () => save(() => ({ note: $("note").value.trim(), items: [], score: 0 })),
  u: undo,
  c: () => $("note").focus(),
  z: () => $("work").classList.toggle("zoomed"),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const field = event.target.closest("input:not([type=checkbox]), textarea, select");
  if (field) {
    if (event.key === "Escape") field.blur();
    return;
  }
  const action = keys[event.key] || (/^[1-9]$/.test(event.key) ? () => toggle(Number(event.key) - 1) : null);
  if (!action || !question || loading) return;
  event.preventDefault();
  action();
});

$("questions").addEventListener("change", async (event) => {
  saveNote();
  await queue;
  await open(event.target.value);
});
$("only-waiting").addEventListener("change", showEntries);
$("previous").addEventListener("click", () => move(-1));
$("next").addEventListener("click", () => move(1));
$("points").addEventListener("change", savePoints);
$("note").addEventListener("input", () => {
  clearTimeout(noteTimer);
  noteTimer = setTimeout(saveNote, 800);
});
$("note").addEventListener("blur", saveNote);
$("full").addEventListener("click", keys.f);
$("none").addEventListener("click", keys[0]);
$("clear").addEventListener("click", () => save(() => ({ note: $("note").value.trim(), items: [], clear: true })));
$("undo").addEventListener("click", undo);
$("edit").addEventListener("submit", saveRubric);
$("add-line").addEventListener("click", () => addLine($("lines")));
$("work").addEventListener("click", (event) => event.target.matches("img") && $("work").classList.toggle("zoomed"));
window.addEventListener("beforeunload", (event) => noteTimer && event.preventDefault());

begin().catch((error) => tell(error.message, true));
