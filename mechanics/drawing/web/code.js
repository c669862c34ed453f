// The line of code that gives what is seen. Python sends the call as it was written, argument by argument; here each is
// replaced where something else is set by now, and what was not written is added.

import { number } from "./model.js";

export function codeOf({ spec, run, plots, camera, speed, time, firstView }) {
  const { call, axis } = spec;
  const values = { ...run.values };
  if (axis.begin !== null && time !== undefined && time !== axis.begin) values[axis.name] = time; // it is played along this one
  const changed = (name) => values[name] !== call.initial[name];
  const texts = new Map([...settings(call, values, changed), ...seen(spec, plots, camera, speed, firstView)]);
  const written = call.written.flatMap(([key, text, ...names]) => {
    if (key === "**") return names.some((name) => texts.has(name)) ? expanded(names, texts, values) : [`**${text}`];
    if (!texts.has(key)) return [`${key}=${text}`];
    return [`${key}=${taken(texts, key)}`];
  });
  return `simulate(${[call.system, ...written, ...[...texts].map(([key, text]) => `${key}=${text}`)].join(", ")})`;
}

// What was changed by sliders, as arguments. A start value that is a parameter belongs to a list only where that is written.
function settings(call, values, changed) {
  const isWritten = (key) => call.written.some(([other]) => other === key);
  const lists = Object.entries(call.groups)
    .filter(([key, names]) => names.some((name) => changed(name) && (isWritten(key) || !call.parameters.includes(name))));
  const listed = new Set(lists.flatMap(([, names]) => names));
  const parameters = call.parameters.filter((name) => changed(name) && !listed.has(name)).map((name) => [name, number(values[name])]);
  const starts = lists.map(([key, names]) => [key, `[${names.map((name) => number(values[name])).join(", ")}]`]);
  const inputs = call.inputs.filter(changed);
  return [...parameters, ...starts, ...(inputs.length ? [["u", inputsText(call, values, inputs)]] : [])];
}

// Entries of `u` as written, with those that were changed; `call.u` is null where it was not written as a dict.
function inputsText({ u, written }, values, inputs) {
  const whole = written.find(([key]) => key === "u");
  const entries = u ? u.map(([name, text]) => [`"${name}"`, text]) : whole ? [[null, whole[1]]] : [];
  const result = new Map(entries);
  for (const name of inputs) result.set(`"${name}"`, number(values[name]));
  return `{${[...result].map(([name, text]) => (name ? `${name}: ${text}` : `**${text}`)).join(", ")}}`;
}

// What was changed in the picture, as arguments.
function seen(spec, plots, camera, speed, firstView) {
  const found = [];
  const described = plots.map((plot) => plot.named());
  const first = spec.plots.map((k) => named(spec.choices[k]));
  if (described.join() !== first.join()) found.push(["plots", `[${described.join(", ")}]`]);
  if (speed !== spec.speed) found.push(["speed", number(speed)]);
  const view = viewText(camera);
  if (view !== firstView) found.push(["view", view]);
  return found;
}

// A plot as an entry of `plots`.
export function named({ y, x = "t", bars = false, energies = false }) {
  if (bars) return '"energy bars"';
  if (energies && x === "t") return '"energies"';
  if (x === "t" && y.length === 1) return `"${y[0]}"`;
  return `(${[x, ...y].map((name) => `"${name}"`).join(", ")})`;
}

// Only what differs from the view as drawn; angles in rad.
export function viewText({ described }) {
  const entries = Object.entries(described);
  return `{${entries.map(([key, value]) => `"${key}": ${Array.isArray(value) ? `(${value.map(number).join(", ")})` : number(value)}`).join(", ")}}`;
}

function taken(texts, key) {
  const text = texts.get(key);
  texts.delete(key);
  return text;
}

function expanded(names, texts, values) {
  return names.map((name) => `${name}=${texts.has(name) ? taken(texts, name) : number(values[name])}`);
}
