// Curves over time, any variable over any other, and energy bars. A plot is {choice, x, y, bars}; it draws from the
// columns of the run and follows the player's time cursor.

import { named } from "./code.js";
import { drawLabel } from "./labels.js";

const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3]];

// Round values between two numbers, about `count` of them and never less than two: one says nothing about the scale.
export function ticks(low, high, count) {
  const raw = (high - low) / Math.max(1, count);
  if (!(raw > 0 && raw < Infinity)) return { values: [], step: 1 };
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((m) => m * power).find((s) => s >= raw * 0.999);
  const result = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step && result.length < 100; k++) result.push(k * step);
  if (result.length < 2 && count < 64) return ticks(low, high, 2 * Math.max(1, count));
  return { values: result, step };
}

// A tick's value with as many digits as its step needs.
export function numberText(value, step) {
  const size = Math.abs(value);
  if (size < step * 1e-6) return "0";
  const trimmed = (text) => text.replace(/(\.\d*?)0+(?=e|$)/, "$1").replace(/\.(?=e|$)/, "");
  const places = 1 - Math.floor(Math.log10(step)); // behind the point; one more than a round step needs, for 2.5
  if (size >= 1e5 || size < 1e-3) {
    const digits = Math.max(0, Math.min(12, Math.floor(Math.log10(size)) + places));
    return trimmed(value.toExponential(digits)).replaceAll("-", "−").replace("e+", "e");
  }
  return trimmed(value.toFixed(Math.max(0, places))).replace("-", "−");
}

const [TINY, HUGE] = [1e-12, 1e300]; // what is nothing but rounding; what is beyond any axis
const CONSTANT = 1e-3; // of its size: what varies less is a constant

// A range that shows the data with a margin; the old one is kept while it fits, so that curves can be compared.
// What stays constant is shown from zero on: the last digits of an integration are not worth an axis.
export function settledRange(old, low, high) {
  [low, high] = [low, high].map((end) => (Number.isNaN(end) ? 0 : Math.max(-HUGE, Math.min(HUGE, end))));
  if (high < low) [low, high] = [-1, 1]; // no value at all
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (size < TINY) [low, high] = [-1, 1];
  else if (high - low <= CONSTANT * size) [low, high] = [Math.min(0, 1.25 * low), Math.max(0, 1.25 * high)];
  if (old && old[0] <= low && old[1] >= high && high - low > 0.45 * (old[1] - old[0])) return old;
  const margin = 0.06 * (high - low);
  return [low - margin, high + margin];
}

export class Plot {
  constructor(canvas, variables, choice, axis, modes) {
    this.canvas = canvas;
    this.axis = axis;
    this.modes = modes;
    this.variables = variables;
    this.choose(choice);
  }

  choose(choice) {
    this.y = choice.y;
    this.bars = Boolean(choice.bars);
    this.energies = Boolean(choice.energies);
    this.setHorizontal(choice.x ?? "t");
    this.ranges = {};
  }

  setHorizontal(name) {
    this.x = name;
    this.ranges = {};
    this.shows = null; // what was drawn before has the ranges of before
  }

  // As an entry of the argument `plots` of `simulate`.
  named() {
    return named(this);
  }

  get overTime() {
    return this.x === "t" && !this.bars;
  }

  // Smallest and largest value of some variables in a run.
  limits(run, names) {
    let [low, high] = [Infinity, -Infinity];
    for (const name of names) {
      for (let k = 0; k < run.count; k++) {
        const value = this.value(run, name, k);
        if (!Number.isFinite(value)) continue;
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
    return [low, high];
  }

  value(run, name, k) {
    return name === "t" ? run.time(k) : run.data[k * run.columns + this.variables[name].column];
  }

  now(run, name, row, time) {
    return name === "t" ? time : row[this.variables[name].column];
  }

  draw(pen, run, row, time) {
    const { ctx, width, height } = pen;
    if (!this.canvas.width || !this.canvas.height) return; // there would be no picture to copy
    ctx.clearRect(0, 0, width, height);
    if (this.bars) this.drawBars(pen, run, row);
    else this.drawCurves(pen, run, row, time);
  }

  axes(pen, run) {
    const x = this.overTime ? [run.start, run.end] : settledRange(this.ranges.x, ...this.limits(run, [this.x]));
    const y = settledRange(this.ranges.y, ...this.limits(run, this.y));
    this.ranges = { x, y };
    const box = { right: pen.width - 12, top: 8, bottom: pen.height - 34 };
    pen.ctx.font = "11px " + pen.colors.font;
    const { values, step } = ticks(...y, (box.bottom - box.top) / 34);
    const widths = values.map((v) => pen.ctx.measureText(numberText(v, step)).width);
    box.left = Math.max(46, 10 + Math.max(0, ...widths));
    this.frame = {
      ...box,
      X: (v) => box.left + ((v - x[0]) / (x[1] - x[0])) * (box.right - box.left),
      Y: (v) => box.bottom - ((v - y[0]) / (y[1] - y[0])) * (box.bottom - box.top),
      time: (px) => x[0] + ((px - box.left) / (box.right - box.left)) * (x[1] - x[0]),
    };
    return this.frame;
  }

  // The times in each mode: [number of the mode, first and last pixel].
  intervals(run, { left, right, X }) {
    const mode = (k) => run.data[k * run.columns + this.modes.column];
    const result = [];
    for (let k = 0, first = 0; k < run.count; k++) {
      if (k + 1 < run.count && mode(k + 1) === mode(first)) continue;
      const end = run.time(Math.min(k + 1, run.count - 1));
      result.push([mode(first), Math.max(left, X(run.time(first))), Math.min(right, X(end))]);
      first = k + 1;
    }
    return result;
  }

  // Strips behind the curves; the first mode stays white.
  drawStrips({ ctx, colors }, intervals, { top, bottom }) {
    ctx.fillStyle = colors.grid;
    for (const [mode, from, to] of intervals) {
      ctx.globalAlpha = mode ? 0.75 / mode : 0;
      ctx.fillRect(from, top, to - from, bottom - top);
    }
    ctx.globalAlpha = 1;
  }

  // Names of the modes where there is room for them.
  drawModes({ ctx, colors }, intervals, { top }) {
    Object.assign(ctx, { font: "11px " + colors.font, textAlign: "center", textBaseline: "top", lineWidth: 3 });
    Object.assign(ctx, { fillStyle: colors.muted, strokeStyle: colors.paper });
    ctx.setLineDash([]);
    for (const [mode, from, to] of intervals) {
      const name = this.modes.names[mode];
      if (ctx.measureText(name).width > to - from - 4) continue;
      ctx.strokeText(name, (from + to) / 2, top + 3);
      ctx.fillText(name, (from + to) / 2, top + 3);
    }
  }

  drawGrid(pen, { left, right, top, bottom, X, Y }) {
    const { ctx, colors } = pen;
    const { x, y } = this.ranges;
    ctx.lineWidth = 1;
    ctx.strokeStyle = colors.grid;
    ctx.fillStyle = colors.muted;
    ctx.font = "11px " + colors.font;
    ctx.setLineDash([]);
    const xTicks = ticks(...x, (right - left) / 75);
    const yTicks = ticks(...y, (bottom - top) / 34);
    ctx.beginPath();
    for (const v of xTicks.values) ctx.moveTo(X(v), top), ctx.lineTo(X(v), bottom);
    for (const v of yTicks.values) ctx.moveTo(left, Y(v)), ctx.lineTo(right, Y(v));
    ctx.stroke();
    ctx.textAlign = "center";
    ctx.textBaseline = "top";
    for (const v of xTicks.values) ctx.fillText(numberText(v, xTicks.step), X(v), bottom + 5);
    ctx.textAlign = "right";
    ctx.textBaseline = "middle";
    for (const v of yTicks.values) ctx.fillText(numberText(v, yTicks.step), left - 6, Y(v));
    this.drawName(pen);
  }

  // Name and unit of the horizontal axis; those of the curves stand above, in the page.
  drawName({ ctx, colors, width, height }) {
    const { label, unit } = this.x === "t" ? this.axis : this.variables[this.x];
    Object.assign(ctx, { fillStyle: colors.muted, font: "12px " + colors.font, textAlign: "right", textBaseline: "middle" });
    const text = unit && `in ${unit}`;
    ctx.fillText(text, width - 12, height - 9);
    drawLabel(ctx, label, width - 18 - ctx.measureText(text).width, height - 10, 15, colors.ink, null, "right");
  }

  drawCurves(pen, run, row, time) {
    const { ctx } = pen;
    const [picture, ratio] = [this.still(pen, run), ctx.getTransform().a];
    ctx.drawImage(picture, 0, 0, picture.width / ratio, picture.height / ratio);
    if (!this.overTime) this.inside(pen, (name) => this.drawCurve(ctx, run, name, this.frame, 0, Math.floor(run.rowAt(time)), 2, 1));
    this.drawCursor(pen, run, row, time, this.frame);
  }

  // What does not move with the time: drawn once, then copied.
  still(pen, run) {
    const { canvas } = this;
    const shows = [run, pen.colors, this.x, this.y, canvas.width, canvas.height];
    if (this.shows?.every((part, i) => part === shows[i])) return this.picture;
    const picture = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
    const ctx = picture.getContext("2d");
    ctx.setTransform(pen.ctx.getTransform());
    this.drawStill({ ...pen, ctx }, run);
    return Object.assign(this, { shows, picture }).picture;
  }

  drawStill(pen, run) {
    const frame = this.axes(pen, run);
    const intervals = this.overTime && this.modes.names.length ? this.intervals(run, frame) : [];
    this.drawStrips(pen, intervals, frame);
    this.drawGrid(pen, frame);
    const [width, alpha] = this.overTime ? [1.8, 1] : [1, 0.45];
    this.inside(pen, (name) => this.drawCurve(pen.ctx, run, name, frame, 0, run.count - 1, width, alpha));
    this.drawModes(pen, intervals, frame);
  }

  // Each curve in its colour and dashes, cut off where the axes end.
  inside({ ctx, colors }, draw) {
    const { left, right, top, bottom } = this.frame;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, top - 2, right - left, bottom - top + 4);
    ctx.clip();
    this.y.forEach((name, i) => {
      ctx.strokeStyle = colors.curves[i % colors.curves.length];
      ctx.setLineDash(DASHES[i % DASHES.length]);
      draw(name);
    });
    ctx.restore();
  }

  drawCurve(ctx, run, name, { X, Y }, from, to, width, alpha) {
    ctx.globalAlpha = alpha;
    ctx.lineWidth = width;
    ctx.lineJoin = "round";
    ctx.beginPath();
    for (let k = from; k <= to; k++) ctx.lineTo(X(this.value(run, this.x, k)), Y(this.value(run, name, k)));
    ctx.stroke();
    ctx.globalAlpha = 1;
  }

  drawCursor({ ctx, colors }, run, row, time, { top, bottom, X, Y }) {
    ctx.setLineDash([]);
    const x = X(this.now(run, this.x, row, time));
    if (this.overTime) {
      ctx.strokeStyle = colors.cursor;
      ctx.lineWidth = 1.5;
      ctx.beginPath();
      ctx.moveTo(x, top);
      ctx.lineTo(x, bottom);
      ctx.stroke();
    }
    this.y.forEach((name, i) => {
      ctx.fillStyle = colors.curves[i % colors.curves.length];
      ctx.beginPath();
      ctx.arc(x, Y(this.now(run, name, row, time)), 4, 0, 2 * Math.PI);
      ctx.fill();
    });
  }

  drawBars(pen, run, row) {
    const { ctx, colors, width, height } = pen;
    const [low, high] = this.limits(run, this.y);
    this.ranges = { y: settledRange(this.ranges.y, Math.min(0, low), Math.max(0, high)) };
    const Y = (v) => height - 30 - ((v - this.ranges.y[0]) / (this.ranges.y[1] - this.ranges.y[0])) * (height - 38);
    const slot = (width - 70) / this.y.length;
    ctx.font = "11px " + colors.font;
    ctx.fillStyle = colors.muted;
    ctx.textBaseline = "middle";
    const { values, step } = ticks(...this.ranges.y, (height - 38) / 34);
    ctx.setLineDash([]);
    ctx.lineWidth = 1;
    for (const v of values) {
      ctx.strokeStyle = Math.abs(v) < 1e-9 * step ? colors.ink : colors.grid;
      ctx.beginPath();
      ctx.moveTo(46, Y(v));
      ctx.lineTo(width - 12, Y(v));
      ctx.stroke();
      ctx.textAlign = "right";
      ctx.fillText(numberText(v, step), 40, Y(v));
    }
    this.y.forEach((name, i) => {
      const value = this.now(run, name, row, 0);
      const x = 52 + slot * (i + 0.2);
      ctx.fillStyle = colors.curves[i % colors.curves.length];
      ctx.fillRect(x, Math.min(Y(0), Y(value)), slot * 0.6, Math.abs(Y(value) - Y(0)));
      drawLabel(ctx, this.variables[name].label, x + slot * 0.3, height - 13, 15, colors.ink);
    });
  }
}
