// What a reader of a page can do about a run that cannot be: move the sliders less far. Sentences that say themselves what
// is wrong with a value stay as they are.

import { short } from "./budget.js";
import { say } from "./words.js";

const MOST = 2; // sliders in one sentence

// `problem` as worker.js sends it, `settings` those that were asked for, `shown` those of the picture.
export function explained(problem, sliders, settings, shown) {
  if (!problem.advice) return say(problem.message);
  const moved = sliders.map((slider) => ({ ...slider, far: Math.abs(settings[slider.name] - shown[slider.name]) / (slider.max - slider.min) }))
    .filter(({ far }) => far > 0).sort((one, other) => other.far - one.far).slice(0, MOST);
  const near = ({ name, description, unit }) => [`${name} (${description})`, `${short(shown[name])}${unit ? ` ${unit}` : ""}`];
  const [[first, there], [second, other] = []] = moved.length ? moved.map(near) : [[]];
  const advice = !moved.length ? "Reset the sliders." : moved.length === 1 ? `Keep the slider ${first} closer to ${there}.`
    : `Keep the sliders ${first} closer to ${there} and ${second} closer to ${other}.`;
  return `${say(problem.sentence)} ${say(advice)}`;
}
