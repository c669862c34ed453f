// The player: draws a run of a system at the screen's rate, with the curves beside it. It talks to an anywidget model -
// get, set, save_changes, on - and knows nothing else of Jupyter; without a kernel all but the runs of large systems works.

import { Camera } from "./camera.js";
import { copyText, element, iconButton, select, setIcon, Slider, sliderGroups } from "./controls.js";
import { makeDraggable } from "./dragging.js";
import { Plot } from "./plots.js";
import { askFirst } from "./prediction.js";
import { Runs } from "./runs.js";
import { drawScene } from "./shapes.js";
import { openSpace } from "./space.js";
import { readColors } from "./theme.js";
import { makeTurnable, VIEW_KEYS_HELP, viewControls, viewKeys } from "./viewing.js";
import { say, speak } from "./words.js";

const KEYS_HELP = "Space plays and pauses, left and right arrow step, Home goes to the start, End to the end, " +
  "L loops, plus and minus change the speed.";

const READOUT = 100; // ms

class Player {
  constructor(model, root) {
    this.model = model;
    this.root = root;
    this.spec = model.get("spec");
    speak(this.spec.words);
    this.runs = new Runs(model, { onrun: (run) => this.show(run), onerror: (text) => this.showError(text) });
    this.run = this.runs.shown;
    this.axis = this.spec.axis;
    this.time = this.axis.begin ?? this.run.start;
    this.speed = this.spec.speed;
    this.loop = false;
    this.labels = true;
    this.frames = true;
    this.camera = new Camera(this.spec.scene.camera);
    this.undo = [];
    this.build();
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
    if (this.colors && this.space) this.draw();
  }

  // --- the page -------------------------------------------------------------------------------------------------------
  build() {
    const { spec } = this;
    this.canvas = element("canvas", { class: "mp-canvas", role: "img", "aria-label": spec.description });
    this.status = element("div", { class: "mp-hidden", role: "status" });
    this.alert = element("div", { class: "mp-alert", role: "alert" });
    this.sliders = spec.sliders.map((s) => new Slider(s, (name, value) => this.ask({ [name]: value })));
    this.root.className = "mechanics-player";
    for (const [name, value] of Object.entries({
      role: "group", "aria-label": spec.title, tabindex: "0", "data-lm-suppress-shortcuts": "true",
    })) this.root.setAttribute(name, value);
    const stage = element("div", { class: "mp-stage" }, this.canvas, this.alert, this.buildControls());
    const help = element("p", { class: "mp-hidden", id: `mp-${Math.random().toString(36).slice(2)}` },
      KEYS_HELP, this.camera.turnable ? VIEW_KEYS_HELP : "");
    this.root.setAttribute("aria-describedby", help.id);
    this.root.replaceChildren(
      element("div", { class: "mp-main" }, stage, this.buildPlots(),
        element("div", { class: "mp-settings" }, ...sliderGroups(this.sliders))),
      this.buildCode(), this.status, help);
    if (!this.runs.possible) this.withoutKernel();
    this.showRun();
    this.showPlaying();
  }

  buildControls() {
    const { start, end, count } = this.run;
    this.playButton = iconButton("play", "Play", () => this.toggle(), { "data-name": "play" });
    this.loopButton = iconButton("loop", "Loop", () => this.toggleLoop(), { "aria-pressed": "false" });
    this.speedList = select("Speed", this.spec.speeds.map((s) => [s, `${s}×`]), (s) => (this.speed = Number(s)));
    this.speedList.value = this.speed;
    this.timeSlider = element("input", { type: "range", class: "mp-time", "aria-label": this.axis.description, "data-name": "time" });
    Object.assign(this.timeSlider, { min: start, max: end, step: (end - start) / (count - 1), value: start });
    this.timeSlider.addEventListener("input", () => this.scrub(Number(this.timeSlider.value)));
    this.clock = element("span", { class: "mp-clock" }, " ");
    const labels = element("input", { type: "checkbox", checked: true });
    labels.addEventListener("change", () => ((this.labels = labels.checked), this.draw()));
    const { still } = this.axis;
    return element("div", { hidden: still && !this.camera.turnable },
      element("div", { class: "mp-controls", hidden: still }, this.timeSlider, this.clock),
      element("div", { class: "mp-controls" }, ...(still ? [] : [
        iconButton("reset", "Back to the start", () => this.goTo(this.run.start)),
        iconButton("back", "Step back", () => this.step(-1)), this.playButton,
        iconButton("step", "Step forward", () => this.step(1)), this.loopButton, this.speedList,
      ]), ...(this.camera.turnable ? viewControls(this) : []), element("label", { class: "mp-check" }, labels, "Labels")));
  }

  buildPlots() {
    const { choices, variables } = this.spec;
    const along = this.axis.name === "t" ? "over time t" : `over ${this.axis.text}`;
    const horizontal = [["t", along], ...Object.values(variables).map((v) => [v.name, `over ${v.text}`])];
    this.plots = [];
    const panels = this.spec.plots.map((chosen, i) => {
      const canvas = element("canvas", { class: "mp-plot", role: "img" });
      const plot = new Plot(canvas, variables, choices[chosen], this.axis, this.spec.modes);
      const over = select(`Horizontal axis of plot ${i + 1}`, horizontal, (name) => (plot.setHorizontal(name), update()));
      const shown = select(`Plot ${i + 1}`, choices.map((c, k) => [k, c.text]), (k) => (plot.choose(choices[k]), update()));
      const update = () => {
        over.value = plot.x;
        over.hidden = plot.bars;
        canvas.setAttribute("aria-label", say(plot.bars ? "Energy bars" : `${plot.y.join(", ")} over ${plot.x}`));
        canvas.classList.toggle("mp-scrub", plot.overTime);
        if (this.colors) this.draw();
      };
      shown.value = chosen;
      this.plots.push(plot);
      this.scrubOn(canvas, plot);
      update();
      return element("div", { class: "mp-panel" }, element("div", { class: "mp-choice" }, shown, over), canvas);
    });
    return element("div", { class: "mp-plots" }, ...panels);
  }

  buildCode() {
    this.code = element("input", { class: "mp-code", readonly: true, "aria-label": "Code that gives this simulation" });
    const copy = element("button", { type: "button", class: "mp-button mp-text" }, "Copy code");
    copy.addEventListener("click", async () => {
      await copyText(this.code.value, this.code);
      this.announce("Code copied");
    });
    const reset = element("button", { type: "button", class: "mp-button mp-text", "data-name": "defaults" }, "Reset sliders");
    reset.addEventListener("click", () => this.ask(Object.fromEntries(this.sliders.map((s) => [s.spec.name, s.spec.value]))));
    this.resetButton = reset;
    return element("div", { class: "mp-codeline" }, this.code, copy, ...(this.sliders.length ? [reset] : []));
  }

  withoutKernel() {
    for (const { input } of this.sliders) input.disabled = true;
    this.resetButton.disabled = true;
    const text = "These sliders need a running kernel: open this page as a notebook to move them.";
    for (const group of this.root.querySelectorAll(".mp-group")) group.append(element("p", { class: "mp-note" }, text));
  }

  // --- events ---------------------------------------------------------------------------------------------------------
  listen() {
    const on = (target, name, action) => {
      target.addEventListener(name, action);
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
    const repaint = () => (this.readColors(), this.draw());
    on(matchMedia("(prefers-color-scheme: dark)"), "change", repaint);
    for (const node of [document.documentElement, document.body]) {
      watch(new MutationObserver(repaint), node, { attributes: true });
    }
    // also when a host that built the player outside of its page inserts it: only now are its colours known
    watch(new ResizeObserver(() => (this.readColors(), this.resize())), this.root);
    // a busy page reports several changes at once: the last one counts
    watch(new IntersectionObserver((changes) => (this.visible = changes.at(-1).isIntersecting)), this.canvas);
    for (const name of ["pointerenter", "focusin"]) on(this.root.querySelector(".mp-settings"), name, () => this.runs.prepare());
    if (this.runs.possible) makeDraggable(this, on);
    if (this.camera.turnable) makeTurnable(this, on);
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
    const turns = this.camera.turnable ? viewKeys(this) : {};
    const action = actions[event.key] ?? turns[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
    if (event.key in turns) this.draw();
  }

  scrubOn(canvas, plot) {
    const move = (event) => {
      if (event.buttons && plot.overTime) this.scrub(plot.frame.time(event.offsetX));
    };
    canvas.addEventListener("pointerdown", move);
    canvas.addEventListener("pointermove", move);
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

  get playing() {
    return this.animation !== undefined;
  }

  toggle() {
    if (this.playing) this.pause(true);
    else this.play(true);
  }

  play(announced = false) {
    if (this.playing) return;
    if (this.time >= this.run.end) this.time = this.run.start;
    let before = performance.now();
    const tick = (now) => {
      this.animation = requestAnimationFrame(tick);
      const elapsed = Math.min(0.1, (now - before) / 1000); // a hidden page does not jump ahead
      before = now;
      if (this.visible !== false) this.advance(elapsed * this.speed * this.axis.rate);
    };
    this.animation = requestAnimationFrame(tick);
    this.showPlaying();
    if (announced) this.announce("Playing");
  }

  pause(announced = false) {
    cancelAnimationFrame(this.animation);
    this.animation = undefined;
    this.showPlaying();
    this.draw();
    if (announced) this.announce(`Paused. ${this.summary()}`);
  }

  advance(dt) {
    const { start, end } = this.run;
    this.time += dt;
    if (this.time >= end) {
      this.time = this.loop ? start + ((this.time - start) % (end - start)) : end;
      if (!this.loop) return this.pause(true);
    }
    this.draw();
  }

  goTo(time, announced = true) {
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
    this.goTo(place !== undefined && place !== this.place ? place : this.time, false); // a drag moves it as well
    this.place = place;
  }

  showRun() {
    const { run } = this;
    this.code.value = run.code;
    const { waiting } = this.runs;
    for (const slider of this.sliders) {
      const { name } = slider.spec;
      if (!(name in waiting) && name in run.values && run.values[name] !== slider.value) slider.set(run.values[name]);
    }
    Object.assign(this.timeSlider, { min: run.start, max: run.end, step: (run.end - run.start) / (run.count - 1) });
  }

  showError(text) {
    const said = say(text ?? "");
    if (this.alert.textContent !== said) this.alert.textContent = said;
  }

  // --- drawing --------------------------------------------------------------------------------------------------------
  readColors() {
    this.colors = readColors(this.root);
  }

  resize() {
    for (const canvas of [this.canvas, ...this.plots.map((p) => p.canvas)]) {
      const ratio = window.devicePixelRatio || 1;
      const width = canvas.clientWidth;
      const height = canvas === this.canvas ? Math.round(width / this.spec.aspect) : canvas.clientHeight;
      if (canvas === this.canvas) canvas.style.height = `${height}px`;
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.getContext("2d").setTransform(ratio, 0, 0, ratio, 0, 0);
    }
    this.draw();
  }

  view() {
    return this.camera.view(this.run, this.canvas.clientWidth, this.canvas.clientHeight);
  }

  draw() {
    const row = this.run.at(this.time);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!width || !this.canvas.width || !this.canvas.height) return; // not on the page, or back and not yet measured
    const ctx = this.canvas.getContext("2d");
    ctx.clearRect(0, 0, width, height);
    const view = this.view();
    const pen = {
      ctx, colors: this.colors, halo: this.colors.paper, labels: this.labels, frames: this.frames, far: width + height,
      unit: Math.max(5, 0.0145 * Math.hypot(width, height)), em: width < 480 ? 14 : 17, line: width < 480 ? 1.4 : 1.8,
      past: (point, duration, end) => this.past(point, duration, view, end), elapsed: this.time - this.run.start,
    };
    const again = this.playing ? null : () => this.draw();
    const solid = this.space?.draw(ctx, row, view, { run: this.run, colors: this.colors, width, height, unit: pen.unit, again });
    drawScene(pen, this.spec.scene.shapes, row, view, solid ? this.space : null);
    for (const plot of this.plots) {
      const size = { width: plot.canvas.clientWidth, height: plot.canvas.clientHeight };
      plot.draw({ ctx: plot.canvas.getContext("2d"), colors: this.colors, ...size }, this.run, row, this.time);
    }
    this.showTime();
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
    const text = `${this.axis.begin === null ? "" : `${this.axis.text} = `}${this.time.toFixed(digits)} ${this.axis.unit}`;
    this.timeSlider.value = this.time;
    this.timeSlider.setAttribute("aria-valuetext", text);
    this.clock.firstChild.data = text; // a new node in every frame would make the page look through all its styles
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
    cancelAnimationFrame(this.animation);
    this.runs.stop();
    for (const action of this.undo) action();
  }
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
