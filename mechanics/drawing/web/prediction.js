// Predict, observe, explain: the player stays closed behind a question until the reader has drawn, chosen or ordered
// something, or only wants to see it; then what was predicted stands above it, beside what happens, and the reason.

import { agreement } from "./comparison.js";
import { element } from "./controls.js";
import { Sketching } from "./sketching.js";
import { say } from "./words.js";

const DRAWING_HELP = "Draw with the mouse or a finger from the dot to the right. With the keyboard: the left and right arrows choose " +
  "a point, up and down move it.";

export function askFirst(model, root) {
  const asked = model.get("spec").prediction;
  if (asked) new Prediction(model, root, asked);
}

// Each form is {node, ready(), answer()}: what is shown, whether there is an answer, and the answer as data.
const FORMS = {
  draw: (asked, spec, onchange) => {
    const help = element("p", { class: "mp-note" }, DRAWING_HELP);
    const drawing = new Sketching(drawingOf(asked, spec), onchange);
    return {
      node: element("div", {}, drawing.node, help), ready: () => drawing.drawn,
      answer: () => drawing.values.filter((_, k) => k % 3 === 0).map((value) => Number(value.toPrecision(5))),
    };
  },
  choose: (asked, spec, onchange) => {
    const group = `mp-${Math.random().toString(36).slice(2)}`;
    const inputs = asked.options.map(({ name }) => element("input", { type: "radio", name: group, value: name, onchange }));
    const rows = asked.options.map(({ text }, i) => element("label", { class: "mp-option" }, inputs[i], element("span", {}, text)));
    const chosen = () => inputs.find((input) => input.checked);
    return { node: element("div", {}, ...rows), ready: () => Boolean(chosen()), answer: () => chosen().value };
  },
  order: (asked) => {
    const list = element("ol", { class: "mp-cases" });
    const rows = asked.options.map(({ name, text }) => {
      const row = element("li", { "data-case": name }, element("span", {}, text));
      const move = (button, back) => {
        const other = back ? row.previousElementSibling : row.nextElementSibling;
        if (!other) return;
        if (back) list.insertBefore(row, other);
        else list.insertBefore(other, row);
        button.focus();
      };
      for (const [sign, back] of [["↑", true], ["↓", false]]) {
        const name = `${say(back ? "Move up" : "Move down")}: ${text}`;
        const button = element("button", { type: "button", class: "mp-button", title: name, "aria-label": name }, sign);
        button.addEventListener("click", () => move(button, back));
        row.append(button);
      }
      return row;
    });
    list.append(...rows);
    return { node: list, ready: () => true, answer: () => [...list.children].map((row) => row.dataset.case) };
  },
};

function drawingOf({ curve }, { variables, axis }) {
  return { variable: variables[curve.name], axis, curve };
}

class Prediction {
  constructor(model, root, asked) {
    Object.assign(this, { model, root, asked, spec: model.get("spec") });
    this.panel = element("div", { class: "mp-prediction", role: "group", "aria-label": "Prediction" });
    this.status = element("div", { class: "mp-hidden", role: "status" });
    this.panel.addEventListener("keydown", (event) => event.stopPropagation()); // keys of the player
    root.addEventListener("keydown", (event) => this.closed && event.stopImmediatePropagation(), true);
    root.prepend(this.panel);
    const made = this.recall();
    if (made === undefined) this.ask();
    else this.open(made);
  }

  get closed() {
    return this.root.classList.contains("mp-closed") && !this.panel.contains(document.activeElement);
  }

  // --- asking -----------------------------------------------------------------------------------------------------------
  ask() {
    this.root.classList.add("mp-closed");
    const submit = element("button", { type: "submit", class: "mp-button mp-text mp-main-action" }, "Show the motion");
    const skip = element("button", { type: "button", class: "mp-button mp-text", "data-name": "skip" }, "I only want to see it");
    const form = FORMS[this.asked.kind](this.asked, this.spec, () => (submit.disabled = !form.ready()));
    submit.disabled = !form.ready();
    skip.addEventListener("click", () => this.open(null, true));
    const node = element("form", {}, element("fieldset", {}, element("legend", {},
      element("strong", {}, "Predict first"), " ", this.asked.text), form.node),
      element("div", { class: "mp-controls mp-actions" }, submit, skip));
    node.addEventListener("submit", (event) => {
      event.preventDefault();
      const made = form.answer();
      this.keep(made);
      this.open(made, true);
    });
    this.panel.replaceChildren(node, this.status);
  }

  // --- what was predicted and what happens ------------------------------------------------------------------------------
  open(made, now = false) {
    this.root.classList.remove("mp-closed");
    const result = made === null ? [] : this.result(made);
    const observed = made === null && this.asked.observed ? [element("p", {}, this.asked.observed.text)] : [];
    const why = element("details", { class: "mp-why" }, element("summary", {}, "Why?"), ...observed, element("p", {}, this.asked.reason.text));
    const again = element("button", { type: "button", class: "mp-button mp-text", "data-name": "again" },
      made === null ? "Predict after all" : "Predict again");
    again.addEventListener("click", () => (this.ask(), this.panel.querySelector("input, button").focus()));
    this.panel.replaceChildren(
      element("p", {}, element("strong", {}, made === null ? "Predict first" : "Your prediction"), " ", this.asked.text),
      ...result, element("div", { class: "mp-after" }, why, again), this.status);
    if (!now) return;
    this.status.textContent = result.map((node) => node.textContent).join(" ");
    why.querySelector("summary").focus({ preventScroll: true });
  }

  result(made) {
    const { kind, right, observed } = this.asked;
    if (kind === "draw") return this.compared(made);
    const text = (name) => say(this.asked.options.find((option) => option.name === name)?.text ?? name);
    const list = (names) => [names].flat().map(text).join(" → ");
    const same = String(made) === String(right);
    return [
      element("p", {}, `${say("You predicted:")} ${list(made)}.`),
      element("p", { class: same ? "mp-same" : "mp-other" }, ...(same ? [element("strong", {}, "✓ As you predicted."), " "]
        : [element("strong", {}, "→ What happens:"), ` ${list(right)}. `]), observed.text),
    ];
  }

  compared(made) {
    const { curve } = this.asked;
    const { variable, axis } = drawingOf(this.asked, this.spec);
    const real = made.map((_, k) => curve.real[Math.round((k / (made.length - 1)) * (curve.real.length - 1))]);
    const drawing = new Sketching({ variable, axis, curve }, null, made);
    const key = element("p", { class: "mp-key" }, element("span", { class: "mp-own-key" }, "your curve"), " ",
      element("span", { class: "mp-real-key" }, "the real one"));
    const said = agreement(made, real, variable, curve.unit ? curve : { ...curve, unit: axis.unit });
    return [drawing.node, key, element("p", {}, said.map(say).join(" "))];
  }

  // --- what was predicted before: in the workspace of the kernel, else in this browser ------------------------------------
  keep(made) {
    const { name, kept } = this.asked;
    const right = this.asked.right === undefined ? {} : { right: String(made) === String(this.asked.right) };
    this.model.set("prediction", { predicted: made, ...right });
    if (kept) return this.model.save_changes();
    try {
      localStorage.setItem(`mechanics-prediction ${name}`, JSON.stringify(made));
    } catch { /* a page that may store nothing */ }
  }

  recall() {
    const { name, kept } = this.asked;
    let made = this.model.get("prediction")?.predicted;
    if (made === undefined && !kept) {
      try {
        made = JSON.parse(localStorage.getItem(`mechanics-prediction ${name}`)) ?? undefined;
      } catch { /* nothing stored */ }
    }
    return this.fits(made) ? made : undefined;
  }

  // A question may have changed since.
  fits(made) {
    const { kind, options } = this.asked;
    if (kind === "draw") return Array.isArray(made) && made.length > 2 && made.every(Number.isFinite);
    const names = options.map((option) => option.name);
    return kind === "choose" ? names.includes(made) : Array.isArray(made) && String([...made].sort()) === String([...names].sort());
  }
}
