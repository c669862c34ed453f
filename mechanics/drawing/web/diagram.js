// A board: the body, on which arrows are drawn, a table of them, and the list in the cell of the notebook.
import { actionsIn, angleOf, cellOf, commentsIn, listOf, nextStop, opposite, placeOf, turned, UNKNOWN } from "./diagram_code.js";
import { Picture } from "./diagram_picture.js";
import { element, table } from "./diagram_table.js";
import { isDark, whenColorsChange } from "./theme.js";
import { say, speak } from "./words.js";

const TOOLS = [["force", "Force"], ["moment", "Moment"], ["cut", "Cut"], ["axes", "Axes"]];
const FIRST = { force: "F", moment: "M" };
const HELP = "Drag from a point to draw a force; drag its tip to turn it. With the keyboard: Tab moves between points and arrows, Enter draws.";
const WRITTEN = "The cell now contains your drawing. Run it (Shift+Enter), then its check.";
const CHANGED = "The text of the cell has changed since it ran, so nothing is written into it: run it first, or copy these lines.";
const COPY = "Copy these lines into the cell, and run it.";

class Board {
  constructor(model, el) {
    this.model = model;
    this.spec = model.get("spec");
    speak(this.spec.words);
    this.state = { list: model.get("actions").map((action) => ({ ...action })), chosen: -1, tool: "force" };
    this.before = [];
    this.root = element("section", { class: "mechanics-diagram", "aria-label": `${say("Free-body diagram")}: ${this.spec.title}`, "data-lm-suppress-shortcuts": "true" });
    el.append(this.root);
    this.picture = new Picture(this.spec, this);
    this.status = element("p", { class: "fb-status", role: "status" }, say(HELP));
    this.tableBox = element("div", { class: "fb-tablebox" });
    this.code = element("textarea", { class: "fb-code", readonly: true, rows: 3, "aria-label": say("The diagram as code") });
    const side = element("div", { class: "fb-side" }, this.status, this.tableBox, this.codeBox());
    this.root.append(this.toolbar(), element("div", { class: "fb-main" }, this.picture.svg, side));
    this.el = el;
    this.known = null;
    this.know();
    new ResizeObserver(() => this.appeared()).observe(this.root);
    this.leave = whenColorsChange(() => this.recolor());
    this.show();
  }

  // A front end may draw before it is in the page: only then it has colours around it, and a cell above it.
  appeared() {
    this.recolor();
    this.know();
  }

  // The list in the cell from which this drawing was made; none if the list has become another one since the cell ran.
  know() {
    const source = cellOf(this.el)?.read() ?? "";
    const place = placeOf(source, this.spec.body);
    if (!place) return;
    const short = (action) => (action.name ? { ...action, name: action.name.slice(0, 40) } : action); // as from free_body.py
    const meant = actionsIn(source, this.spec)?.map(short);
    const same = !meant || listOf(meant) === listOf(this.state.list);
    this.known ??= same ? source.slice(place.from, place.to) : "";
  }

  recolor() {
    this.root.classList.toggle("fb-dark", isDark(this.root));
  }

  // --- tools ----------------------------------------------------------------------------------------------------------

  toolbar() {
    this.tools = TOOLS.map(([tool, name]) => element("button", {
      type: "button", class: "fb-button", "data-tool": tool, "data-focus": `tool-${tool}`,
      onclick: () => { this.state.tool = tool; this.show(); },
    }, say(name)));
    this.undoButton = element("button", { type: "button", class: "fb-button", "data-focus": "undo", onclick: () => this.undo() }, say("Undo"));
    const group = element("span", { role: "group", "aria-label": say("What a tap on a point draws"), class: "fb-tools" }, ...this.tools);
    return element("div", { class: "fb-toolbar" }, group, this.undoButton);
  }

  codeBox() {
    const copy = element("button", { type: "button", class: "fb-button", "data-focus": "copy", onclick: () => this.copy() }, say("Copy"));
    return element("details", { class: "fb-codebox" }, element("summary", {}, say("The diagram as code")), this.code, copy);
  }

  copy() {
    this.code.select();
    (navigator.clipboard?.writeText(this.code.value) ?? Promise.reject()).catch(() => document.execCommand("copy"));
    this.tell(COPY);
  }

  tell(text) {
    this.status.textContent = say(text);
  }

  said({ form, name, at, direction }) {
    if (form === "cut") return `${say("cut")} ${say("at")} ${at}`;
    if (form === "axes") return `${say("axes")} xy ${say("at")} ${at}, x ${typeof direction === "number" ? `${direction}°` : say(direction)}`;
    const told = typeof direction === "number" ? `${direction}°` : direction === UNKNOWN ? say("direction unknown") : say(direction);
    return `${say(form)} ${name} ${say("at")} ${at}, ${told}`;
  }

  // --- changes --------------------------------------------------------------------------------------------------------

  remember() {
    this.before.push(JSON.stringify(this.state.list));
    if (this.before.length > 100) this.before.shift();
  }

  undo() {
    if (!this.before.length) return;
    this.state.list = JSON.parse(this.before.pop());
    this.state.chosen = -1;
    this.changed();
  }

  fresh(form) {
    for (let k = 1; ; k++) if (!this.state.list.some(({ name }) => name === `${FIRST[form]}_${k}`)) return `${FIRST[form]}_${k}`;
  }

  add(form, at, direction) {
    const { list } = this.state;
    if (form === "cut" && list.some((action) => action.form === "cut" && action.at === at)) return this.tell("There is already a cut here.");
    const old = list.findIndex((action) => action.form === "axes");
    if (form === "axes" && old >= 0) return this.moveAxes(old, at, direction);
    this.remember();
    if (form === "cut") list.push({ form, at });
    else if (form === "axes") list.push({ form, at, direction: direction ?? "right" });
    else list.push({ form, name: this.fresh(form), at, direction: direction ?? (form === "force" ? "up" : "counterclockwise") });
    this.state.chosen = list.length - 1;
    this.changed();
  }

  // There is one pair of axes: drawn again, it is taken to the new place.
  moveAxes(index, at, direction) {
    this.state.chosen = index;
    this.change(index, { at, ...(direction !== undefined && { direction }) });
  }

  // With `going`, a drag is under way: what it ends with is written.
  change(index, values, going = false) {
    if (!going || !this.going) this.remember();
    this.going = going;
    Object.assign(this.state.list[index], values);
    if (going) this.picture.draw();
    else this.changed();
  }

  reverse(index) {
    const { form, direction } = this.state.list[index];
    if (form === "cut") return;
    this.change(index, { direction: form === "moment" ? turned(direction) : opposite(direction, this.spec.directions) });
  }

  remove(index) {
    this.remember();
    this.state.list.splice(index, 1);
    this.state.chosen = -1;
    this.changed();
    const left = this.state.list.length;
    this.focus(left ? `remove-${Math.min(index, left - 1)}` : `point-${this.spec.points[0].name}`);
  }

  choose(index, focus = true) {
    if (this.state.chosen === index) return;
    this.state.chosen = index;
    this.picture.draw();
    this.root.querySelectorAll(".fb-row").forEach((row, k) => row.classList.toggle("fb-row-chosen", k === index));
    if (focus && index >= 0) this.focus(`action-${index}`);
  }

  angle(action) {
    return angleOf(action.direction, this.spec.directions) ?? 45;
  }

  // --- keys -----------------------------------------------------------------------------------------------------------

  keyOnPoint(event, at) {
    const form = { Enter: this.state.tool, " ": this.state.tool, f: "force", m: "moment", c: "cut", a: "axes" }[event.key];
    if (!form || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.add(form, at);
    this.focus(`action-${this.state.chosen}`);
  }

  keyOnAction(event, index) {
    const act = this.keys(event, index)[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  keys(event, index) {
    const action = this.state.list[index];
    const names = this.spec.points.map(({ name }) => name);
    const step = (by) => () => this.change(index, { at: names[(names.indexOf(action.at) + by + names.length) % names.length] });
    const turn = (sign) => () => this.turn(index, sign, event.shiftKey);
    return {
      ArrowLeft: turn(1), ArrowRight: turn(-1), ArrowUp: step(-1), ArrowDown: step(1), r: () => this.reverse(index),
      u: () => action.form === "force" && this.change(index, { direction: action.direction === UNKNOWN ? "up" : UNKNOWN }),
      Delete: () => this.remove(index), Backspace: () => this.remove(index),
      Enter: () => this.focus(`${"name" in action ? "name" : "point-of"}-${index}`),
    };
  }

  turn(index, sign, fine) {
    const { form, direction } = this.state.list[index];
    if (form === "moment") this.change(index, { direction: turned(direction) });
    if (form !== "force" && form !== "axes") return;
    const angle = angleOf(direction, this.spec.directions) ?? 90;
    this.change(index, { direction: fine ? (angle + sign + 360) % 360 : nextStop(direction, this.spec.directions, sign) });
  }

  focus(name) {
    this.root.querySelector(`[data-focus="${CSS.escape(name)}"]`)?.focus({ preventScroll: true });
  }

  // --- what follows from a change -----------------------------------------------------------------------------------------

  changed() {
    this.going = false;
    this.show();
    const { list, chosen } = this.state;
    this.model.set("actions", list.map((action) => ({ ...action })));
    this.model.save_changes();
    const now = list[chosen] ? `${this.said(list[chosen])}. ` : "";
    this.status.textContent = now + say(this.write());
  }

  // Write the list into the cell; returns what to say about it. What somebody has typed there meanwhile stays.
  write() {
    const cell = cellOf(this.el);
    const source = cell?.read() ?? "";
    const place = cell && placeOf(source, this.spec.body);
    if (!place) return COPY;
    const held = source.slice(place.from, place.to);
    if (this.known !== null && held !== this.known) return CHANGED;
    this.known = listOf(this.state.list, commentsIn(held));
    this.steady();
    cell.write(place.from, place.to, this.known);
    return WRITTEN;
  }

  // The cell grows above the board: scroll by as much, so that the picture stays under the finger.
  steady() {
    const { svg } = this.picture;
    const top = svg.getBoundingClientRect().top;
    let scroller = this.el.parentElement;
    while (scroller && !(scroller.scrollHeight > scroller.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(scroller).overflowY))) scroller = scroller.parentElement;
    if (!scroller) return;
    let frames = 0;
    const follow = () => {
      const moved = svg.getBoundingClientRect().top - top;
      if (Math.abs(moved) > 0.5) scroller.scrollTop += moved;
      if (++frames < 15) requestAnimationFrame(follow);
    };
    requestAnimationFrame(follow);
  }

  show() {
    const focused = this.root.getRootNode().activeElement?.dataset?.focus;
    this.picture.draw();
    this.tableBox.replaceChildren(table(this.spec, this));
    this.code.value = listOf(this.state.list);
    this.code.rows = Math.min(12, this.state.list.length + 2);
    this.undoButton.disabled = !this.before.length;
    for (const tool of this.tools) tool.setAttribute("aria-pressed", String(tool.dataset.tool === this.state.tool));
    if (focused) this.focus(focused);
  }
}

export default {
  render({ model, el }) {
    return new Board(model, el).leave;
  },
  actionsIn, // for a page without Python
};
