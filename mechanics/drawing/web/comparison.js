// How a drawn curve compares with the real one: sentences that are true of both, and no verdict. Curves are arrays of
// values at equally spaced places; `axis` is {start, end, unit, name} of what runs along.

const SHARP = 0.03; // relative; closer than this is more than a hand can draw
const REGULAR = 1.6; // between the longest and the shortest half swing of what still has a period

const least = (values) => values.reduce((one, other) => Math.min(one, other), Infinity);
const most = (values) => values.reduce((one, other) => Math.max(one, other), -Infinity);

// Places, in parts of the whole, where a curve crosses the middle between its extremes; small wiggles about it count once.
export function crossings(values) {
  const [low, high] = [least(values), most(values)];
  const [middle, edge] = [(low + high) / 2, 0.1 * (high - low)];
  const found = [];
  let side = 0, last = null;
  for (let k = 0; k < values.length; k++) {
    const height = values[k] - middle;
    if (k && (values[k - 1] - middle) * height <= 0 && values[k - 1] !== values[k]) {
      last = (k - 1 + (middle - values[k - 1]) / (values[k] - values[k - 1])) / (values.length - 1);
    }
    if (Math.abs(height) <= edge || Math.sign(height) === side) continue;
    if (side && last !== null) found.push(last);
    side = Math.sign(height);
  }
  return found;
}

// The period in parts of the whole; null for what does not swing regularly at least once.
export function periodOf(values) {
  const found = crossings(values);
  if (found.length < 3) return null;
  const halves = found.slice(1).map((place, k) => place - found[k]);
  if (most(halves) > REGULAR * least(halves)) return null;
  const whole = (found.length - 1) - ((found.length - 1) % 2);
  return (2 * (found[whole] - found[0])) / whole;
}

export function readable(value, unit) {
  const text = String(Number(value.toPrecision(3))).replace("-", "−");
  return unit && unit !== "1" ? `${text} ${unit}` : text;
}

// The sentences, each for `say`, which translates them.
export function agreement(mine, real, variable, axis) {
  const range = most(real) - least(real);
  const distance = mine.reduce((sum, value, k) => sum + Math.abs(value - real[k]), 0) / mine.length;
  const said = [range > 0
    ? `On average, your curve is ${readable(distance, variable.unit)} away from the real one, ${Math.round((100 * distance) / range)} % of its range.`
    : `On average, your curve is ${readable(distance, variable.unit)} away from the real one.`];
  const swing = comparedPeriods(periodOf(mine), periodOf(real), axis);
  if (swing) said.unshift(swing);
  const far = (extreme) => Math.abs(extreme(mine) - extreme(real)) > 0.1 * range;
  const both = (extreme) => [mine, real].map((values) => readable(extreme(values), variable.unit));
  if (far(least)) {
    const [yours, theirs] = both(least);
    said.push(`Your smallest value is ${yours}, the real one ${theirs}.`);
  }
  if (far(most)) {
    const [yours, theirs] = both(most);
    said.push(`Your largest value is ${yours}, the real one ${theirs}.`);
  }
  if (!swing && Math.abs(mine.at(-1) - real.at(-1)) > 0.1 * range) {
    said.push(`At the end you are at ${readable(mine.at(-1), variable.unit)}, the real curve at ${readable(real.at(-1), variable.unit)}.`);
  }
  return said;
}

function comparedPeriods(mine, real, { start, end, unit }) {
  if (real === null) return null;
  const length = (part) => readable(part * (end - start), unit);
  if (mine === null) return `It swings with a period of ${length(real)}; your curve has no regular period.`;
  const percent = Math.round(Math.abs(100 * (mine / real - 1)));
  if (Math.abs(mine / real - 1) < SHARP) return `Your period is right: ${length(mine)}; the real one is ${length(real)}.`;
  return mine > real
    ? `Your period is ${percent} % too long: ${length(mine)} instead of ${length(real)}.`
    : `Your period is ${percent} % too short: ${length(mine)} instead of ${length(real)}.`;
}
