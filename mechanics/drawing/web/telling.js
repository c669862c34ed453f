// The time course of a run in words, for readers who do not see it move: for each quantity from where it goes to where, the
// highest and lowest values, how fast it swings, all read off the run itself.

import { say } from "./words.js";

const [SMALL, TOLD_APART, QUANTITIES] = [0.02, 3, 6]; // part of the range that is no turn; turns that are told one by one; quantities
const [LEVEL, UNEVEN, CHANGED] = [5e-3, 0.4, 0.2]; // relative

// `spec` has the quantities, `run` its rows. A list of sentences, in the language of the page.
export function told(spec, run) {
  const { axis } = spec;
  const named = Object.values(spec.variables);
  const main = named.filter((variable) => variable.main);
  const first = (main.length ? main : (spec.choices[spec.plots[0]]?.y ?? []).map((name) => spec.variables[name])).slice(0, QUANTITIES);
  const energy = named.filter(({ name, main: shown }) => name === "energy" && !shown);
  const quantities = [...first, ...energy].filter(Boolean);
  if (axis.still) return quantities.map((variable) => `${titleOf(variable)}: ${inWords(columnOf(run, variable)[0], variable.unit)}`);
  const span = say(`${titleOf(axis)} runs from ${inWords(run.start, "")} to ${inWords(run.end, axis.unit)}.`);
  return [span, ...quantities.map((variable) => courseOf(variable, columnOf(run, variable), run, axis.unit).join(" ")).filter(Boolean)];
}

const columnOf = ({ data, columns, count }, variable) => Array.from({ length: count }, (_, k) => data[k * columns + variable.column]);

const titleOf = ({ description, text }) => {
  const words = say(description) || text;
  return words[0].toUpperCase() + words.slice(1);
};

function inWords(value, unit) {
  const text = Number(value.toPrecision(3));
  return `${String(Object.is(text, -0) ? 0 : text).replace("-", "−")} ${unit === "1" ? "" : unit}`.trim();
}

// What one quantity does, in one sentence or three.
function courseOf(variable, values, run, unit) {
  const name = titleOf(variable);
  const value = (x) => inWords(x, variable.unit);
  if (!values.every(Number.isFinite)) return [];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [begin, end] = [values[0], values.at(-1)];
  if (high - low <= LEVEL * Math.max(Math.abs(low), Math.abs(high))) return [say(`${name} stays at ${value(begin)}.`)];
  const turns = turnsOf(values, SMALL * (high - low)).map((k) => ({ value: values[k], time: timeOf(run, k) }));
  if (!turns.length) return [say(end > begin ? `${name} rises from ${value(begin)} to ${value(end)}.` : `${name} falls from ${value(begin)} to ${value(end)}.`)];
  if (turns.length <= TOLD_APART) {
    const places = turns.map((turn) => `${value(turn.value)} (${inWords(turn.time, unit)})`).join(", ");
    return [say(`${name} begins at ${value(begin)}, turns back at ${places}, and ends at ${value(end)}.`)];
  }
  return [say(swingOf(name, turns, value(low), value(high), unit)), ...changeOf(turns, value), say(`It ends at ${value(end)}.`)];
}

const timeOf = (run, k) => run.start + ((run.end - run.start) * k) / (run.count - 1);

function swingOf(name, turns, low, high, unit) {
  const gaps = turns.slice(1).map((turn, k) => turn.time - turns[k].time);
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const spread = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length) / mean;
  if (spread > UNEVEN) return `${name} turns back ${turns.length} times, unevenly, between ${low} and ${high}.`;
  return `${name} swings between ${low} and ${high}; one swing to and fro takes ${inWords(2 * mean, unit)}.`;
}

// Whether its swings die down or grow, from the first to the last.
function changeOf(turns, value) {
  const width = (k) => Math.abs(turns[k + 1].value - turns[k].value);
  const [first, last] = [width(0), width(turns.length - 2)];
  if (Math.abs(last - first) < CHANGED * first) return [];
  return [say(last < first ? `Its swings shrink from ${value(first)} to ${value(last)}.` : `Its swings grow from ${value(first)} to ${value(last)}.`)];
}

// The rows at which a quantity turns back by more than `least`; neither the first nor the last one.
function turnsOf(values, least) {
  const found = [];
  let [best, direction] = [0, 0];
  for (let k = 1; k < values.length; k++) {
    const step = values[k] - values[best];
    if (direction === 0) {
      if (Math.abs(step) > least) [best, direction] = [k, Math.sign(step)];
    } else if (step * direction >= 0) best = k;
    else if (-step * direction > least) {
      found.push(best);
      [best, direction] = [k, -direction];
    }
  }
  return found;
}

// The list in the page: below the other controls, and the description of the picture. It follows a new run once that rests.
const RESTED = 700; // ms

export class Telling {
  constructor(player, list) {
    Object.assign(this, { player, list });
    this.tell();
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tell(true), RESTED);
  }

  tell(announced = false) {
    const { spec, run } = this.player;
    const sentences = told(spec, run);
    this.list.replaceChildren(...sentences.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
    if (announced && sentences.length > 1) this.player.announce(sentences[1]);
  }

  stop() {
    clearTimeout(this.timer);
  }
}
