// Buttons, sliders and lists: plain elements of the page with accessible names.

import { labelElement } from "./labels.js";
import { say } from "./words.js";

const ICONS = {
  reset: "M4 4h2.4v12H4zM16 4v12L7.4 10z",
  back: "M13 4v12L5.6 10zM14 4h2v12h-2z",
  play: "M5 3.5v13L16.5 10z",
  pause: "M5 4h3.6v12H5zM11.4 4H15v12h-3.6z",
  smaller: "M4 9h12v2H4z",
  larger: "M9 4h2v5h5v2h-5v5H9v-5H4V9h5z",
  restore: "M10 3a7 7 0 1 1-6.6 4.7l2 .7A4.9 4.9 0 1 0 10 5.1V8L5.2 4 10 0z",
  full: "M3 3h6v2H5v4H3zM11 3h6v6h-2V5h-4zM3 11h2v4h4v2H3zM15 11h2v6h-6v-2h4z",
  plots: "M3 3h2v12h12v2H3zM6.5 13.5l3-5 3 2.5 3.6-6 1.6 1-4.6 7.6-3-2.5-2 3.4z",
  more: "M3 5h6v2H3zM13 5h4v2h-4zM9.5 3.5h3v5h-3zM3 13h3v2H3zM10 13h7v2h-7zM6.5 11.5h3v5h-3z",
  step: "M4 4h2v12H4zM7 4v12l7.4-6z",
  loop: "M4 9a5.5 5.5 0 0 1 9.6-3.4L15.5 4v5h-5l1.7-1.9A3.3 3.3 0 0 0 6.3 9zM16 11a5.5 5.5 0 0 1-9.6 3.4L4.5 16v-5h5l-1.7 1.9a3.3 3.3 0 0 0 5.9-1.9z",
};

// JupyterLab takes keys from whatever has the focus, unless the element itself says no: it would fold headings where an
// arrow should move a slider. (An attribute of an ancestor is not enough.)
const FOCUSED = ["button", "input", "select", "summary"];
const SAID = ["aria-label", "title"]; // attributes that people read or hear

export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  if (FOCUSED.includes(tag)) node.setAttribute("data-lm-suppress-shortcuts", "true");
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) node.setAttribute(name, value === true ? "" : SAID.includes(name) ? say(value) : value);
  }
  node.append(...children.map(say));
  return node;
}

export function setIcon(button, icon, name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
  shape.setAttribute("d", ICONS[icon]);
  svg.append(shape);
  button.replaceChildren(svg);
  button.dataset.icon = icon; // what a page can ask for in any language
  button.setAttribute("aria-label", say(name));
  button.title = say(name);
}

export function iconButton(icon, name, onclick, attributes = {}) {
  const button = element("button", { type: "button", class: "mp-button", onclick, ...attributes });
  setIcon(button, icon, name);
  return button;
}

// A list to choose from; options are [value, text].
export function select(name, options, onchange) {
  const list = element("select", { class: "mp-select", "aria-label": name, title: name });
  list.append(...options.map(([value, text]) => element("option", { value }, text)));
  list.addEventListener("change", () => onchange(list.value));
  return list;
}

export function valueText(value, unit) {
  return `${String(Number(value.toPrecision(4))).replace("-", "−")} ${unit === "1" ? "" : unit}`.trim();
}

// One slider with its symbol, meaning and value. `onmove(name, value)` is called while it moves.
export class Slider {
  constructor(spec, onmove) {
    this.spec = spec;
    this.value = spec.value;
    this.output = element("span", { class: "mp-value", "aria-hidden": "true" }, " ");
    this.input = element("input", {
      type: "range", min: spec.min, max: spec.max, step: spec.step, "aria-label": spec.description,
      "data-name": spec.name, "data-label": [].concat(spec.label).map((part) => [].concat(part)[0]).join(""),
    });
    this.input.addEventListener("input", () => {
      this.value = Number(this.input.value);
      this.show();
      onmove(spec.name, this.value);
    });
    const name = element("span", { class: "mp-name", "aria-hidden": "true", title: spec.description }, labelElement(spec.label), " ");
    name.append(element("span", { class: "mp-meaning" }, spec.description));
    this.node = element("div", { class: "mp-slider" }, name, this.output, this.input);
    this.set(spec.value);
  }

  // A value from outside; where it lies beyond the range, the range grows.
  set(value) {
    this.value = value;
    if (value < Number(this.input.min)) this.input.min = value;
    if (value > Number(this.input.max)) this.input.max = value;
    this.input.value = value;
    this.show();
  }

  show() {
    const text = valueText(this.value, this.spec.unit);
    this.output.firstChild.data = text; // a new node would make the page look through all its styles
    this.input.setAttribute("aria-valuetext", text);
  }
}

// What has two positions only, as a switch; the same interface as a slider.
export class Switch {
  constructor(spec, onmove) {
    this.spec = spec;
    this.input = element("input", { type: "checkbox", role: "switch", "aria-label": spec.description, "data-name": spec.name });
    this.input.addEventListener("change", () => {
      this.value = this.input.checked ? spec.max : spec.min;
      onmove(spec.name, this.value);
    });
    const name = element("label", { class: "mp-name" }, this.input, labelElement(spec.label), " ");
    name.append(element("span", { class: "mp-meaning" }, spec.description));
    this.node = element("div", { class: "mp-switch" }, name);
    this.set(spec.value);
  }

  set(value) {
    this.value = value;
    this.input.checked = value !== this.spec.min;
  }
}

export function control(spec, onmove) {
  return spec.switch ? new Switch(spec, onmove) : new Slider(spec, onmove);
}

// The sliders in groups that fold.
export function sliderGroups(sliders) {
  const groups = new Map();
  for (const slider of sliders) {
    if (!groups.has(slider.spec.group)) groups.set(slider.spec.group, []);
    groups.get(slider.spec.group).push(slider.node);
  }
  return [...groups].map(([title, nodes], i) =>
    element("details", { class: "mp-group", open: i === 0 }, element("summary", {}, title),
      element("div", { class: "mp-sliders" }, ...nodes)));
}

export async function copyText(text, field) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    field.select(); // no permission: at least the text is selected
    document.execCommand?.("copy");
  }
}
