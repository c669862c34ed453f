// What stands where. The picture, one line of controls and the main sliders stay in sight together; plots fold; everything
// else that can be set waits behind a button.

import { control, copyText, element, iconButton, select, sliderGroups } from "./controls.js";
import { labelElement } from "./labels.js";
import { Plot } from "./plots.js";
import { Telling } from "./telling.js";
import { cornerControls, viewControls } from "./viewing.js";
import { say } from "./words.js";

const WIDE = 640; // px of a player whose plots stand beside the picture
const [LOWEST, FILLED] = [130, 0.84]; // px of a picture; part of the height in sight for it, its controls and main sliders
const SHORT = 380; // px in which sliders take one line each
const PLOT_HEIGHTS = [0, 210, 165, 122]; // px, by their number

// --- the parts ------------------------------------------------------------------------------------------------------------
export function build(player, help) {
  const { spec, root } = player;
  player.canvas = element("canvas", { class: "mp-canvas", role: "img", "aria-label": spec.description });
  player.status = element("div", { class: "mp-hidden", role: "status" });
  player.alert = element("div", { class: "mp-alert", role: "alert" });
  player.sliders = spec.sliders.map((s) => control(s, (name, value) => player.ask({ [name]: value })));
  const main = player.sliders.filter(({ spec: { main } }) => main);
  player.quick = element("div", { class: "mp-quick mp-sliders" }, ...main.map(({ node }) => node));
  player.bar = controls(player);
  player.stage = element("div", { class: "mp-stage" },
    element("div", { class: "mp-picture" }, player.canvas, cornerControls(player)), player.alert, player.bar);
  player.more = element("div", { class: "mp-more", hidden: true }, moreControls(player),
    element("div", { class: "mp-settings" }, ...sliderGroups(player.sliders.filter((one) => !main.includes(one)))),
    codeLine(player), courseInWords(player));
  const described = element("p", { class: "mp-hidden", id: `mp-${Math.random().toString(36).slice(2)}` }, ...help);
  root.className = "mechanics-player";
  for (const [name, value] of Object.entries({
    role: "group", "aria-label": spec.title, "aria-describedby": described.id, tabindex: "0", "data-lm-suppress-shortcuts": "true",
  })) root.setAttribute(name, value);
  root.replaceChildren(
    element("div", { class: "mp-main" },
      element("div", { class: "mp-column" }, player.stage, player.quick, player.more), plots(player)),
    player.status, described);
}

// One line: what is needed at any time. Those of `mp-wide` move to the other controls where there is no room for them.
function controls(player) {
  const { start: first, end, count } = player.run;
  const { still, begin } = player.axis;
  player.playButton = iconButton("play", "Play", () => player.toggle(), { "data-name": "play" });
  player.timeSlider = element("input", { type: "range", class: "mp-time", "aria-label": player.axis.description, "data-name": "time" });
  Object.assign(player.timeSlider, { min: first, max: end, step: (end - first) / (count - 1), value: first });
  player.timeSlider.addEventListener("input", () => player.scrub(Number(player.timeSlider.value)));
  const named = begin === null ? [] : [labelElement(player.axis.label), " = "];
  player.clock = element("span", { class: "mp-clock" }, ...named, " ");
  player.speedList = select("Speed", player.spec.speeds.map((s) => [s, `${s}×`]), (s) => (player.speed = Number(s)));
  player.speedList.value = player.speed;
  player.speedList.classList.add("mp-wide");
  const start = begin === null ? [iconButton("reset", "Back to the start", () => player.goTo(player.run.start))] : [];
  start[0]?.classList.add("mp-reset");
  const moves = [player.playButton, ...start, player.timeSlider, player.clock, player.speedList];
  player.moreButton = iconButton("more", "All controls", () => showMore(player), { "aria-expanded": "false", "data-name": "more" });
  return element("div", { class: "mp-controls" }, ...(still ? [element("span", { class: "mp-time" })] : moves),
    ...(player.spec.plots.length ? [plotsButton(player)] : []), player.moreButton,
    iconButton("full", "Full screen", () => toggleFull(player), { "data-name": "full" }));
}

// What moves, and how, in words: a list to read, and what a screen reader says of the picture.
function courseInWords(player) {
  const list = element("ul", { id: `mp-${Math.random().toString(36).slice(2)}` });
  player.canvas.setAttribute("aria-describedby", list.id);
  player.telling = new Telling(player, list);
  return element("div", { class: "mp-course" }, element("p", {}, "What moves, in words"), list);
}

function plotsButton(player) {
  const button = iconButton("plots", "Plots", () => {
    const shown = !player.root.classList.toggle("mp-noplots");
    button.setAttribute("aria-pressed", String(shown));
    player.resize();
  }, { "aria-pressed": "true", "data-name": "plots" });
  button.classList.add("mp-wide");
  return button;
}

function showMore({ root, more, moreButton }) {
  more.hidden = !more.hidden;
  root.classList.toggle("mp-full", !more.hidden);
  moreButton.setAttribute("aria-expanded", String(!more.hidden));
}

function moreControls(player) {
  const labels = element("input", { type: "checkbox", checked: true });
  labels.addEventListener("change", () => ((player.labels = labels.checked), player.draw()));
  player.loopButton = iconButton("loop", "Loop", () => player.toggleLoop(), { "aria-pressed": "false", "data-name": "loop" });
  const steps = [iconButton("back", "Step back", () => player.step(-1)), iconButton("step", "Step forward", () => player.step(1)), player.loopButton];
  return element("div", { class: "mp-controls" }, ...(player.axis.still ? [] : steps),
    ...(player.camera.turnable ? viewControls(player) : []), element("label", { class: "mp-check" }, labels, "Labels"));
}

function plots(player) {
  const { choices, variables } = player.spec;
  const along = player.axis.name === "t" ? "over time t" : `over ${player.axis.text}`;
  const horizontal = [["t", along], ...Object.values(variables).map((v) => [v.name, `over ${v.text}`])];
  player.plots = [];
  const panels = player.spec.plots.map((chosen, i) => {
    const canvas = element("canvas", { class: "mp-plot", role: "img" });
    const plot = new Plot(canvas, variables, choices[chosen], player.axis, player.spec.modes);
    const over = select(`Horizontal axis of plot ${i + 1}`, horizontal, (name) => (plot.setHorizontal(name), update()));
    const shown = select(`Plot ${i + 1}`, choices.map((c, k) => [k, c.text]), (k) => (plot.choose(choices[k]), update()));
    const summary = element("summary", { class: "mp-legend" });
    const update = () => {
      over.value = plot.x;
      over.hidden = plot.bars;
      summary.replaceChildren(...legend(plot));
      canvas.setAttribute("aria-label", say(plot.bars ? "Energy bars" : `${plot.y.join(", ")} over ${plot.x}`));
      canvas.classList.toggle("mp-scrub", plot.overTime);
      player.plotsChanged();
    };
    shown.value = chosen;
    player.plots.push(plot);
    scrubOn(canvas, plot, player);
    update();
    return element("details", { class: "mp-panel", open: i < PLOT_HEIGHTS.length - 1 }, summary,
      element("div", { class: "mp-choice" }, shown, over), canvas);
  });
  const height = PLOT_HEIGHTS[Math.min(panels.length, PLOT_HEIGHTS.length - 1)];
  return element("div", { class: "mp-plots", style: `--mp-plot-height: ${height}px` }, ...panels);
}

// Symbol, line and unit of each curve; of a single one its meaning, too.
function legend(plot) {
  const named = plot.y.map((name) => plot.variables[name]);
  const note = (text) => element("span", { class: "mp-meaning" }, text);
  const same = named.every(({ unit }) => unit === named[0].unit);
  const curves = named.map(({ label, unit }, i) => {
    const sample = element("span", { class: `mp-sample mp-sample-${i % 4}`, "aria-hidden": "true" });
    return element("span", { class: "mp-curve" }, ...(named.length > 1 || plot.bars ? [sample] : []), labelElement(label),
      ...(same || !unit ? [] : [note(` in ${unit}`)]));
  });
  const parts = [same && named[0].unit && `in ${named[0].unit}`, named.length === 1 && say(named[0].description)].filter(Boolean);
  return [...curves, note(parts.join(", "))];
}

function scrubOn(canvas, plot, player) {
  const move = (event) => {
    if (event.buttons && plot.overTime && plot.frame) player.scrub(plot.frame.time(event.offsetX));
  };
  canvas.addEventListener("pointerdown", move);
  canvas.addEventListener("pointermove", move);
}

function codeLine(player) {
  player.codeField = element("input", { class: "mp-code", readonly: true, "aria-label": "Code that gives this simulation" });
  const copy = element("button", { type: "button", class: "mp-button mp-text" }, "Copy code");
  copy.addEventListener("click", async () => {
    player.showCode();
    await copyText(player.codeField.value, player.codeField);
    player.announce("Code copied");
  });
  const reset = element("button", { type: "button", class: "mp-button mp-text", "data-name": "defaults" }, "Reset sliders");
  reset.addEventListener("click", () => player.ask(Object.fromEntries(player.sliders.map((s) => [s.spec.name, s.spec.value]))));
  player.resetButton = reset;
  return element("div", { class: "mp-codeline" }, player.codeField, copy, ...(player.sliders.length ? [reset] : []));
}

export function withoutKernel({ sliders, resetButton, quick, root }) {
  for (const { input } of sliders) input.disabled = true;
  resetButton.disabled = true;
  const text = "These sliders need a running kernel: open this page as a notebook to move them.";
  const place = quick.childElementCount ? quick : root.querySelector(".mp-group");
  place?.append(element("p", { class: "mp-note" }, text));
}

// --- sizes ----------------------------------------------------------------------------------------------------------------
// The height of the picture: as wide as there is room, and no higher than leaves controls and main sliders in sight.
export function pictureHeight({ root, canvas, bar, quick, stage, spec }) {
  const full = isFull(root);
  const port = full ? root.clientHeight : portHeight(root) - stickyTop(stage);
  root.classList.toggle("mp-short", port < SHORT);
  const beside = bar.offsetHeight + quick.offsetHeight + 30;
  const most = Math.max(LOWEST, (full ? 0.98 : FILLED) * port - beside);
  return Math.round(full ? most : Math.min(canvas.clientWidth / spec.aspect, most));
}

// While everything below is read, the picture stays at the top, unless it would hide most of the rest.
export function settle(player) {
  const { root, stage } = player;
  root.classList.toggle("mp-stays", stage.offsetHeight < 0.62 * (portHeight(root) - stickyTop(stage)));
  if (player.arranged || !root.clientWidth) return;
  player.arranged = true;
  const panels = root.querySelectorAll(".mp-panel");
  if (root.clientWidth < WIDE) for (const panel of [...panels].slice(1)) panel.open = false;
}

const stickyTop = (stage) => parseFloat(getComputedStyle(stage).top) || 0;

// The height of what scrolls the player.
function portHeight(root) {
  for (let node = root.parentElement; node && node !== document.body; node = node.parentElement) {
    const { overflowY } = getComputedStyle(node);
    if (/auto|scroll/.test(overflowY) && node.scrollHeight > node.clientHeight + 1 && node.clientHeight > 150) {
      return Math.min(node.clientHeight, window.innerHeight);
    }
  }
  return window.innerHeight;
}

const isFull = (root) => document.fullscreenElement === root || root.classList.contains("mp-fills");

// Full screen; where a browser has none for parts of a page, the player covers the page.
async function toggleFull(player) {
  const { root } = player;
  if (document.fullscreenElement === root) return document.exitFullscreen();
  if (root.classList.contains("mp-fills")) return root.classList.remove("mp-fills");
  try {
    await root.requestFullscreen();
  } catch {
    root.classList.add("mp-fills");
  }
}
