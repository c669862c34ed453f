// The player: draws a run of a system at the screen's rate, with the curves beside it. It talks to an anywidget model -
// get, set, save_changes, on - and knows nothing else of Jupyter; without a kernel all but the runs of large systems works.

import { Camera } from "./camera.js";
import { codeOf, viewText } from "./code.js";
import { setIcon } from "./controls.js";
import { makeDraggable } from "./dragging.js";
import { build, pictureHeight, settle, withoutKernel } from "./layout.js";
import { askFirst } from "./prediction.js";
import { Runs } from "./runs.js";
import { drawScene } from "./shapes.js";
import { openSpace } from "./space.js";
import { readColors, whenColorsChange } from "./theme.js";
import { ticker } from "./ticker.js";
import { makeMovable, VIEW_KEYS_HELP, viewKeys, ZOOM_KEYS_HELP } from "./viewing.js";
import { say, speak } from "./words.js";

const KEYS_HELP = "Space plays and pauses, the left and right arrows step, Home goes to the start, End to the end, " +
  "L loops, plus and minus change the speed.";

const READOUT = 100; // ms
const PLOTS = 30; // ms

class Player {
  constructor(model, root) {
    this.model = model;
    this.root = root;
    this.spec = model.get("spec");
    speak(this.spec.words);
    this.runs = new Runs(model, {
      onrun: (run) => this.show(run), onglimpse: (row) => this.glimpse(row), onerror: (text) => this.showError(text), seen: () => this.time,
    });
    this.run = this.runs.shown;
    this.axis = this.spec.axis;
    this.time = this.axis.begin ?? this.run.start;
    this.speed = this.spec.speed;
    this.loop = false;
    this.labels = true;
    this.frames = true;
    this.camera = new Camera(this.spec.scene.camera, this.spec.view);
    this.firstView = viewText(this.camera);
    this.undo = [];
    build(this, [KEYS_HELP, ZOOM_KEYS_HELP, this.camera.turnable ? VIEW_KEYS_HELP : ""]);
    if (!this.runs.possible) withoutKernel(this);
    this.showRun();
    this.showPlaying();
    this.restoreButton.hidden = !this.camera.changed;
    this.readColors();
    this.listen();
    this.resize();
    if (this.camera.turnable) this.enterSpace();
    this.announce("");
    if (this.spec.autoplay && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.startWhenVisible();
  }

  // Bodies in space, where three.js came along with the package and the browser has WebGL; else they stay drawn in lines.
  async enterSpace() {
    try {
      this.space = await openSpace(this.model, this.spec.scene.shapes);
    } catch (problem) {
      console.info(`mechanics: the picture stays without three.js (${problem.message})`);
    }
    if (this.gone) this.space?.remove?.();
    else if (this.colors && this.space) this.draw();
  }

  // --- events ---------------------------------------------------------------------------------------------------------
  listen() {
    const on = (target, name, action, options) => {
      target.addEventListener(name, action, options);
      this.undo.push(() => target.removeEventListener(name, action));
    };
    const watch = (observer, target, ...options) => {
      observer.observe(target, ...options);
      this.undo.push(() => observer.disconnect());
    };
    const newRun = () => this.runs.receive();
    const newError = () => this.showError(this.model.get("error"));
    this.model.on("change:run", newRun);
    this.model.on("change:error", newError);
    this.undo.push(() => this.model.off?.("change:run", newRun), () => this.model.off?.("change:error", newError));
    on(this.root, "keydown", (event) => this.key(event));
    this.undo.push(whenColorsChange(() => (this.readColors(), this.draw())));
    // also when a host that built the player outside of its page inserts it: only now are its colours known
    watch(new ResizeObserver(() => (this.readColors(), this.resize())), this.root);
    // a busy page reports several changes at once: the last one counts
    watch(new IntersectionObserver((changes) => this.seen(changes.at(-1).isIntersecting)), this.canvas);
    for (const place of [this.quick, this.more]) {
      for (const name of ["pointerenter", "focusin"]) on(place, name, () => this.runs.prepare());
    }
    on(document, "fullscreenchange", () => this.resize());
    on(window, "resize", () => this.resize());
    if (this.runs.possible) makeDraggable(this, on);
    makeMovable(this, on);
  }

  key(event) {
    const typing = event.target !== this.root && event.target !== this.canvas;
    const onButton = event.target.tagName === "BUTTON" && event.key !== " " && event.key !== "Enter";
    if ((typing && !onButton) || event.ctrlKey || event.metaKey || event.altKey) return;
    const far = event.shiftKey ? 10 : 1;
    const actions = {
      " ": () => this.toggle(), k: () => this.toggle(), ArrowRight: () => this.step(far), ArrowLeft: () => this.step(-far),
      Home: () => this.goTo(this.run.start), End: () => this.goTo(this.run.end), l: () => this.toggleLoop(),
      "+": () => this.changeSpeed(1), "-": () => this.changeSpeed(-1),
    };
    const turns = viewKeys(this);
    const action = actions[event.key] ?? turns[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
    if (event.key in turns) this.viewChanged();
  }

  // --- the clock ------------------------------------------------------------------------------------------------------
  startWhenVisible() {
    const observer = new IntersectionObserver((changes) => {
      if (!changes.some((change) => change.isIntersecting)) return;
      observer.disconnect();
      this.play();
    });
    observer.observe(this.canvas);
    this.undo.push(() => observer.disconnect());
  }

  toggle() {
    if (this.playing) this.pause(true);
    else this.play(true);
  }

  play(announced = false) {
    if (this.playing) return;
    if (this.time >= this.run.end) this.time = this.run.start;
    this.playing = true;
    if (this.visible !== false) ticker.add(this);
    this.showPlaying();
    if (announced) this.announce("Playing");
  }

  pause(announced = false) {
    this.playing = false;
    ticker.remove(this);
    this.showPlaying();
    this.draw();
    if (announced) this.announce(`Paused. ${this.summary()}`);
  }

  // What is out of sight stands still, and catches up with what it missed when it is back.
  seen(visible) {
    this.visible = visible;
    if (!visible) ticker.remove(this);
    else if (this.playing) ticker.add(this);
    if (visible && this.stale) this.draw();
  }

  // The clock says that some seconds have passed.
  advance(seconds) {
    const { start, end } = this.run;
    this.time += seconds * this.speed * this.axis.rate;
    if (this.time < end) return;
    this.time = this.loop ? start + ((this.time - start) % (end - start)) : end;
    if (!this.loop) this.pause(true);
  }

  goTo(time, announced = true) {
    this.ahead = null;
    this.time = Math.max(this.run.start, Math.min(this.run.end, time));
    if (this.playing && announced) this.pause();
    this.draw();
    if (announced) this.announce(this.summary());
  }

  scrub(time) {
    if (this.playing) this.pause();
    this.goTo(time, false);
  }

  step(count) {
    if (this.playing) this.pause();
    this.goTo(this.time + (count * this.speed * this.axis.rate) / 30);
  }

  toggleLoop() {
    this.loop = !this.loop;
    this.loopButton.setAttribute("aria-pressed", String(this.loop));
  }

  changeSpeed(by) {
    const k = this.spec.speeds.indexOf(this.speed) + by;
    this.speed = this.spec.speeds[Math.max(0, Math.min(this.spec.speeds.length - 1, k))];
    this.speedList.value = this.speed;
    this.announce(`Speed ${this.speed}`);
  }

  // --- new runs -------------------------------------------------------------------------------------------------------
  ask(change, drag = null) {
    this.runs.ask(change, drag);
  }

  show(run) {
    this.run = run;
    const place = this.axis.begin === null ? undefined : run.values[this.axis.name];
    this.showRun();
    this.telling.later();
    this.goTo(place !== undefined && place !== this.place ? place : this.time, false); // a drag moves it as well
    this.place = place;
  }

  // The picture of a run that is not complete yet; the curves follow with it.
  glimpse(row) {
    this.ahead = row;
    this.draw();
  }

  showRun() {
    const { run } = this;
    this.showCode();
    const { waiting } = this.runs;
    for (const slider of this.sliders) {
      const { name } = slider.spec;
      if (!(name in waiting) && name in run.values && run.values[name] !== slider.value) slider.set(run.values[name]);
    }
    Object.assign(this.timeSlider, { min: run.start, max: run.end, step: (run.end - run.start) / (run.count - 1) });
  }

  showCode() {
    this.codeField.value = codeOf(this);
  }

  viewChanged() {
    this.restoreButton.hidden = !this.camera.changed;
    this.showCode();
    this.draw();
  }

  plotsChanged() {
    if (!this.colors) return;
    this.showCode();
    this.resize();
  }

  showError(text) {
    const said = say(text ?? "");
    if (this.alert.textContent !== said) this.alert.textContent = said;
  }

  // --- drawing --------------------------------------------------------------------------------------------------------
  readColors() {
    this.colors = readColors(this.root);
  }

  // Sizes are read here only: a frame that asked for one would have the browser lay out the whole page.
  resize() {
    const height = pictureHeight(this);
    if (this.canvas.style.height !== `${height}px`) this.canvas.style.height = `${height}px`;
    settle(this);
    this.size = fitted(this.canvas);
    for (const plot of this.plots) plot.size = fitted(plot.canvas);
    this.draw();
  }

  view() {
    return this.camera.view(this.framed(), this.size.width, this.size.height);
  }

  // The run as far as a camera needs it: what is seen of it now.
  framed() {
    const { growing } = this.spec.scene;
    return growing ? { window: this.run.windowAt(this.time, growing), room: this.run.room } : this.run;
  }

  draw() {
    this.stale = this.visible === false && this.playing;
    const { width, height } = this.size ?? {};
    if (!width || !height || this.stale) return; // not on the page, or back and not yet measured
    const row = this.ahead ?? this.run.at(this.time);
    const ctx = this.canvas.getContext("2d");
    ctx.clearRect(0, 0, width, height);
    const view = this.view();
    const pen = {
      ctx, colors: this.colors, halo: this.colors.paper, labels: this.labels, frames: this.frames, far: width + height,
      unit: Math.max(5, 0.0145 * Math.hypot(width, height)), em: width < 480 ? 14 : 17, line: width < 480 ? 1.4 : 1.8,
      past: (point, duration, end) => this.past(point, duration, view, end), elapsed: this.time - this.run.start,
    };
    const again = this.playing ? null : () => this.draw();
    const solid = this.space?.draw(ctx, row, view, { run: this.run, colors: this.colors, width, height, unit: pen.unit, again, redraw: () => this.draw() });
    drawScene(pen, this.spec.scene.shapes, row, view, solid ? this.space : null);
    if (!this.ahead) this.drawPlots(row);
    this.showTime();
  }

  // While it plays, thirty times a second: eyes follow the bodies.
  drawPlots(row) {
    const now = performance.now();
    if (this.playing && now - this.plottedAt < PLOTS) return;
    this.plottedAt = now;
    for (const plot of this.plots) {
      if (plot.size.width) plot.draw({ ctx: plot.canvas.getContext("2d"), colors: this.colors, ...plot.size }, this.run, row, this.time);
    }
  }

  // Where a point was, from some seconds ago until others.
  past(point, duration, view, end = 0) {
    const { run } = this;
    const at = (place) => {
      const k = Math.min(run.count - 2, Math.floor(place));
      const value = (n, row) => (typeof n === "number" ? n : run.data[row * run.columns + n.signal]);
      const mean = (n) => value(n, k) + (place - k) * (value(n, k + 1) - value(n, k));
      return view.point(point.map(mean));
    };
    const [first, last] = [run.rowAt(this.time - duration), run.rowAt(this.time - Math.max(0, end))];
    const rows = Array.from({ length: Math.max(0, Math.ceil(last) - Math.floor(first) - 1) }, (_, i) => Math.floor(first) + 1 + i);
    return [first, ...rows, last].map(at);
  }

  // While it plays, ten times a second: each change has the browser walk through the layout of the whole page.
  showTime() {
    const now = performance.now();
    if (this.playing && now - this.shownAt < READOUT) return;
    this.shownAt = now;
    const digits = Math.max(1, Math.ceil(2 - Math.log10(this.run.end - this.run.start)));
    const text = `${this.time.toFixed(digits).replace("-", "−")} ${this.axis.unit}`;
    this.timeSlider.value = this.time;
    this.timeSlider.setAttribute("aria-valuetext", this.axis.begin === null ? text : `${this.axis.text} = ${text}`);
    this.clock.lastChild.data = text; // a new node in every frame would make the page look through all its styles
  }

  showPlaying() {
    setIcon(this.playButton, this.playing ? "pause" : "play", this.playing ? "Pause" : "Play");
  }

  // The state in words, for the live region.
  summary() {
    const row = this.run.at(this.time);
    const parts = Object.values(this.spec.variables).filter((v) => v.main)
      .map((v) => `${v.description} ${row[v.column].toPrecision(3)} ${v.unit}`);
    return `${this.axis.description} ${this.clock.textContent}: ${parts.join(", ")}`;
  }

  announce(text) {
    this.status.textContent = say(text);
  }

  remove() {
    Object.assign(this, { playing: false, gone: true });
    ticker.remove(this);
    this.space?.remove?.();
    this.runs.stop();
    this.telling.stop();
    for (const action of this.undo) action();
  }
}

// A canvas with as many pixels as the screen gives it; returns its size in those of the page.
function fitted(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h }); // clears it
  canvas.getContext("2d").setTransform(ratio, 0, 0, ratio, 0, 0);
  return { width, height };
}

export default {
  render({ model, el }) {
    const root = document.createElement("div");
    el.append(root);
    // the host puts `el` into the page after render; sizes are known only then
    const player = new Player(model, root);
    askFirst(model, root);
    return () => player.remove();
  },
};
