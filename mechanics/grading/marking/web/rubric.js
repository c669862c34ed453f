// A rubric: its items as buttons, and the form in which graders change it, a line for each item with the place it had.

import { element, number } from "./tools.js";

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

export function itemOf(item, place, isChosen, toggle) {
  const button = element("button", "", { type: "button" });
  if (place < 9) button.append(element("kbd", String(place + 1)));
  const sign = item.points > 0 ? "+" : "";
  button.append(element("span", item.text), element("b", `${sign}${number(item.points)}`.replace("-", "−")));
  button.setAttribute("aria-pressed", isChosen);
  button.addEventListener("click", () => toggle(place));
  const line = element("li");
  line.append(button);
  return line;
}
