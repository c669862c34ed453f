// Entries of the list: students whose answers and marks are the same are one of them.

import { element, number } from "./tools.js";

export const nameOf = (entry) => entry[0].name + (entry.length > 1 ? ` and ${entry.length - 1} more` : "");
const shownMark = (state) => (state.score !== null ? number(state.score) : state.empty ? "nothing written" : "–");
export const isWaiting = (entry) => entry.some((one) => one.waiting);

// In the order of the names, empty answers last; who was taken out of a group stands alone.
export function groupsOf(students, isSingle) {
  const groups = new Map();
  const order = [...students].sort((a, b) => a.empty - b.empty || a.name.localeCompare(b.name));
  for (const one of order) {
    const key = JSON.stringify([one.key, isSingle(one) ? one.id : "", one.score, one.items, one.note]);
    groups.set(key, [...(groups.get(key) || []), one]);
  }
  return [...groups.values()];
}

export function lineOf(entry, isCurrent, open) {
  const waiting = isWaiting(entry);
  const button = element("button", nameOf(entry), { type: "button", className: waiting ? "" : "done" });
  if (!waiting) button.append(element("span", `✓ ${shownMark(entry[0])}`, { className: "mark" }));
  button.setAttribute("aria-current", isCurrent);
  const state = waiting ? "not marked yet" : `marked: ${shownMark(entry[0])}`;
  button.setAttribute("aria-label", `${nameOf(entry)}, ${state}`);
  button.addEventListener("click", open);
  const line = element("li");
  line.append(button);
  return line;
}

export function memberOf(one, tick) {
  const box = element("input", "", { type: "checkbox", checked: true, value: one.id });
  box.addEventListener("change", () => tick(box.checked));
  const label = element("label");
  label.append(box, ` ${one.name}`);
  const line = element("li");
  line.append(label);
  return line;
}

export function fileOf(student, name) {
  const figure = element("figure");
  const caption = element("figcaption", `Handed in as a file: ${name}`);
  if (/\.(png|jpe?g)$/i.test(name)) {
    const source = `picture?student=${encodeURIComponent(student)}&file=${encodeURIComponent(name)}`;
    const image = element("img", "", { src: source, alt: `Picture ${name}` });
    image.addEventListener("error", () => image.replaceWith(element("p", "This file cannot be shown as a picture.")));
    figure.append(image);
  }
  figure.append(caption);
  return figure;
}
