// The form in which graders change a rubric: lines with a text, points, and the place that the item had before.

import { element } from "./tools.js";

export function showLines(box, items) {
  box.replaceChildren(...items.map((item, was) => line({ ...item, was })));
}

export function addLine(box) {
  const row = line({ text: "", points: 1 });
  box.append(row);
  row.querySelector("input").focus();
}

export function itemsOf(box) {
  return [...box.children].map((row) => {
    const [words, value] = row.querySelectorAll("input");
    const was = row.dataset.was === undefined ? null : Number(row.dataset.was);
    return { text: words.value, points: Number(value.value), was };
  });
}

function line({ text, points, was }) {
  const row = element("div", "", { className: "line" });
  const words = element("input", "", { value: text, placeholder: "What it is given for", required: true, maxLength: 300 });
  const value = element("input", "", { type: "number", step: "any", value: points, required: true });
  const remove = element("button", "✕", { type: "button" });
  words.setAttribute("aria-label", "Item");
  value.setAttribute("aria-label", "Points");
  remove.setAttribute("aria-label", `Remove ${text || "this item"}`);
  remove.addEventListener("click", () => row.remove());
  if (was !== undefined) row.dataset.was = was;
  row.append(words, value, remove);
  return row;
}
