// Axes on which the reader draws a curve: freely with mouse, pen or finger, or by points that the arrow keys move. It is
// an SVG, so that it prints and takes the colours of the style sheet.

import { readable } from "./comparison.js";
import { element } from "./controls.js";
import { numberText, ticks } from "./plots.js";
import { say } from "./words.js";

const KNOTS = 9; // points for the keys
const BETWEEN = 30; // samples from one to the next
const MARGIN = { left: 52, right: 14, top: 26, bottom: 36 };
const HEIGHT = 260;
const LOWER = 190; // beside the real curve, so that the motion below stays in sight

function svgNode(name, attributes, ...content) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...content);
  return node;
}

// The runs of a label (see labels.js) with their indices lowered or raised, and plain text behind them.
function axisLabel(runs, rest) {
  let at = 0;
  return [...runs, [rest, false, 0]].map(([text, slanted, level], k) => {
    const dy = -4 * level - at;
    at += dy;
    const style = `${slanted ? "font-style: italic;" : ""}${level ? "font-size: 11px" : ""}`;
    return svgNode("tspan", { ...(k < runs.length && { class: "mp-formula" }), style, dy }, text);
  });
}

export class Sketching {
  // `variable` and `axis` are those of the player, `curve` has the ends of the axes and the real curve; `ondraw` is called
  // once something is drawn. A given curve `values` is shown beside the real one and cannot be changed.
  constructor({ variable, axis, curve }, ondraw, values = null) {
    Object.assign(this, { variable, axis, curve, ondraw, shown: values, drawn: values !== null, tall: values ? LOWER : HEIGHT });
    this.set = Array((KNOTS - 1) * BETWEEN + 1).fill(null); // what was drawn, null where nothing was
    this.set[0] = curve.real[0];
    this.picture = svgNode("svg", { class: `mp-axes${values ? "" : " mp-free"}`, role: "img", height: this.tall, "aria-label": this.title() });
    this.knots = values ? [] : this.set.flatMap((_, k) => (k % BETWEEN || !k ? [] : [this.knot(k)]));
    this.node = element("div", { class: "mp-sketching" }, this.picture, ...this.knots);
    new ResizeObserver(() => this.draw()).observe(this.node);
    if (!values) this.listen();
  }

  title() {
    const [over, along] = [say(this.variable.description), say(this.axis.description)];
    return `${over} (${this.variable.unit}) – ${along} (${this.axis.unit})`;
  }

  // What is drawn, without gaps: straight from one point to the next, level before and after them.
  get values() {
    if (this.shown) return this.shown;
    const places = this.set.flatMap((value, k) => (value === null ? [] : [k]));
    let next = 0;
    return this.set.map((value, k) => {
      while (next < places.length && places[next] < k) next++;
      const [before, after] = [places[Math.max(0, next - 1)], places[Math.min(next, places.length - 1)]];
      if (value !== null || before === after || next === places.length) return value ?? this.set[places.at(-1)];
      return this.set[before] + ((k - before) / (after - before)) * (this.set[after] - this.set[before]);
    });
  }

  // --- keys -----------------------------------------------------------------------------------------------------------
  knot(place) {
    const { low, high } = this.curve;
    const at = this.curve.start + (place / (this.set.length - 1)) * (this.curve.end - this.curve.start);
    const input = element("input", {
      type: "range", class: "mp-hidden", min: low, max: high, step: (high - low) / 40, tabindex: place === BETWEEN ? 0 : -1,
      "aria-label": `${say(this.variable.description)}, ${this.axis.text} = ${readable(at, this.axis.unit)}`,
    });
    input.addEventListener("keydown", (event) => this.key(event, input));
    input.addEventListener("input", () => this.move(place, Number(input.value)));
    for (const name of ["focus", "blur"]) input.addEventListener(name, () => this.draw());
    return input;
  }

  // Left and right choose a point; all other keys are those of a slider.
  key(event, input) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const other = this.knots[this.knots.indexOf(input) + step];
    if (!other) return;
    for (const knot of this.knots) knot.tabIndex = knot === other ? 0 : -1;
    other.focus();
  }

  move(place, value) {
    for (let k = place - BETWEEN + 1; k < place + BETWEEN && k < this.set.length; k++) this.set[k] = null;
    this.set[0] = this.curve.real[0];
    this.put(place, value);
  }

  put(place, value) {
    this.set[place] = place ? Math.max(this.curve.low, Math.min(this.curve.high, value)) : this.set[0];
    this.drawn = true;
    this.draw();
    this.ondraw();
  }

  // --- mouse and finger -------------------------------------------------------------------------------------------------
  listen() {
    let last = null;
    const at = (event) => {
      const box = this.picture.getBoundingClientRect();
      return [this.place(event.clientX - box.left), this.height(event.clientY - box.top)];
    };
    const line = (event) => {
      const [k, value] = at(event);
      const [from, old] = last ?? [k, value];
      for (let j = Math.min(from, k); j <= Math.max(from, k); j++) {
        this.set[j] = j ? old + (from === k ? 1 : (j - from) / (k - from)) * (value - old) : this.set[0];
      }
      last = [k, value];
      this.put(k, value);
    };
    this.picture.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.picture.setPointerCapture(event.pointerId);
      last = null;
      line(event);
    });
    this.picture.addEventListener("pointermove", (event) => event.buttons && last && line(event));
  }

  place(x) {
    const part = (x - MARGIN.left) / (this.width - MARGIN.left - MARGIN.right);
    return Math.round(Math.max(0, Math.min(1, part)) * (this.set.length - 1));
  }

  height(y) {
    const { low, high } = this.curve;
    return high - ((y - MARGIN.top) / (this.tall - MARGIN.top - MARGIN.bottom)) * (high - low);
  }

  // --- drawing ----------------------------------------------------------------------------------------------------------
  draw() {
    this.width = this.node.clientWidth;
    if (!this.width) return;
    this.picture.setAttribute("viewBox", `0 0 ${this.width} ${this.tall}`);
    const { values } = this;
    for (const [i, knot] of this.knots.entries()) knot.value = values[(i + 1) * BETWEEN];
    const curves = [svgNode("path", { class: `mp-own${this.drawn ? "" : " mp-nothing"}`, d: this.path(values) })];
    if (this.shown) curves.unshift(svgNode("path", { class: "mp-real", d: this.path(this.curve.real) }));
    this.picture.replaceChildren(...this.grid(), ...curves, ...this.points(values));
  }

  X(part) {
    return MARGIN.left + part * (this.width - MARGIN.left - MARGIN.right);
  }

  Y(value) {
    const { low, high } = this.curve;
    return MARGIN.top + ((high - value) / (high - low)) * (this.tall - MARGIN.top - MARGIN.bottom);
  }

  path(values) {
    return "M" + values.map((v, k) => `${this.X(k / (values.length - 1)).toFixed(1)} ${this.Y(v).toFixed(1)}`).join("L");
  }

  points(values) {
    const circle = (k, name, r) => svgNode("circle", { class: name, cx: this.X(k / (values.length - 1)), cy: this.Y(values[k]), r });
    const chosen = this.knots.findIndex((knot) => knot === document.activeElement);
    const knots = chosen < 0 ? [] : this.knots.map((_, i) => circle((i + 1) * BETWEEN, i === chosen ? "mp-chosen" : "mp-knot", 5));
    return [circle(0, "mp-first", 4), ...knots];
  }

  grid() {
    const { start, end, low, high } = this.curve;
    const across = ticks(start, end, this.width / 90);
    const up = ticks(low, high, 5);
    const part = (value) => (value - start) / (end - start);
    const line = (x1, y1, x2, y2) => svgNode("line", { class: "mp-gridline", x1, y1, x2, y2 });
    const word = (x, y, anchor, ...texts) => svgNode("text", { x, y, "text-anchor": anchor }, ...texts);
    const [left, right, top, bottom] = [this.X(0), this.X(1), MARGIN.top, this.tall - MARGIN.bottom];
    const unit = ({ unit }) => (unit && unit !== "1" ? ` (${unit})` : "");
    return [
      ...across.values.flatMap((v) => [line(this.X(part(v)), top, this.X(part(v)), bottom),
        word(this.X(part(v)), bottom + 16, "middle", numberText(v, across.step))]),
      ...up.values.flatMap((v) => [line(left, this.Y(v), right, this.Y(v)), word(left - 6, this.Y(v) + 4, "end", numberText(v, up.step))]),
      word(left, 16, "start", ...axisLabel(this.variable.label, unit(this.variable))),
      word(right, this.tall - 6, "end", ...axisLabel(this.axis.label, unit(this.axis))),
    ];
  }
}
