// A diagram as lines of Python, and the list in the text of a cell that holds it.

const TURNED = { counterclockwise: "clockwise", clockwise: "counterclockwise" };
export const SENSES = Object.keys(TURNED);
export const UNKNOWN = "unknown";

const text = (value) => (typeof value === "number" ? String(value) : JSON.stringify(value));

export function lineOf({ form, name, at, direction }) {
  if (form === "cut") return `cut(${text(at)})`;
  if (form === "axes") return `axes(${text(at)}, direction=${text(direction)})`;
  return `${form}(${text(name)}, at=${text(at)}, direction=${text(direction)})`;
}

export const listOf = (actions, kept = []) => {
  const lines = [...kept, ...actions.map((action) => `    ${lineOf(action)},`)];
  return lines.length ? `[\n${lines.join("\n")}\n]` : "[]";
};

// Where in a text the list stands that `draw("body", name)` shows: from its bracket to behind the other one.
export function placeOf(source, body) {
  const calls = [...source.matchAll(/\bdraw\(\s*([^,()]+?)\s*,\s*([A-Za-z_]\w*)\s*,?\s*\)/g)];
  const call = calls.find(([, name]) => !body || name.slice(1, -1) === body) ?? (body ? undefined : calls[0]);
  if (!call) return null;
  const start = new RegExp(`^${call[2]}[ \\t]*=[ \\t]*\\[`, "m").exec(source);
  if (!start) return null;
  const from = start.index + start[0].length - 1;
  const to = closing(source, from);
  return to && { from, to };
}

// Behind the bracket that closes the one at a place; strings and comments do not count.
function closing(source, from) {
  let depth = 0;
  for (let k = from; k < source.length; k++) {
    const c = source[k];
    if (c === "#") {
      while (k + 1 < source.length && source[k + 1] !== "\n") k++;
    } else if (c === '"' || c === "'") {
      for (k++; k < source.length && source[k] !== c && source[k] !== "\n"; k++) if (source[k] === "\\") k++;
    } else if ("[({".includes(c)) depth++;
    else if ("])}".includes(c) && --depth === 0) return k + 1;
  }
  return 0;
}

// Lines of the student's own words between the arrows; they stay, in front of them.
export const commentsIn = (list) =>
  list.split("\n").filter((line) => /^\s*#/.test(line) && !/^\s*# your work here\s*$/.test(line)).map((line) => `    ${line.trim()}`);

// The cell in which a board stands, of a notebook or of the book's page of a task, as far as its text can be changed: an
// object with `read` and `write`.
export function cellOf(el) {
  const area = el.closest("div.cell")?.querySelector("textarea.answer-input");
  if (area) return inArea(area);
  const content = el.closest(".jp-Cell")?.querySelector(".jp-InputArea-editor .cm-content");
  const view = content?.cmTile?.view ?? content?.cmTile?.root?.view ?? content?.cmView?.view ?? content?.cmView?.rootView?.view;
  if (!view?.state?.doc || view.state.readOnly) return null;
  return {
    read: () => view.state.doc.toString(),
    write: (from, to, insert) => view.dispatch({ changes: { from, to, insert }, userEvent: "input" }),
  };
}

const inArea = (area) => ({
  read: () => area.value,
  write(from, to, insert) {
    area.setRangeText(insert, from, to, "end");
    area.dispatchEvent(Object.assign(new Event("input"), { ofBoard: true }));
  },
});

// What a list draws, as far as it can be read without Python; null where it holds anything but such lines.
const LINE = /\s*(cut|axes|force|moment)\(\s*("[^"\\]*"|'[^'\\]*')\s*((?:,\s*\w+\s*=\s*(?:"[^"\\]*"|'[^'\\]*'|-?[\d.]+)\s*)*),?\s*\)\s*(?:,|$)/y;
const GIVEN = /(\w+)\s*=\s*("[^"]*"|'[^']*'|-?[\d.]+)/g;

export function actionsIn(source, { body, points, directions }) {
  const place = placeOf(source, body);
  if (!place) return null;
  const list = source.slice(place.from + 1, place.to - 1).replace(/^\s*#.*$/gm, "").trim();
  const value = (text) => (/^["']/.test(text) ? text.slice(1, -1) : Number(text));
  const found = [];
  for (LINE.lastIndex = 0; LINE.lastIndex < list.length; ) {
    const line = LINE.exec(list);
    if (!line) return null;
    const given = Object.fromEntries([...line[3].matchAll(GIVEN)].map(([, name, text]) => [name, value(text)]));
    const [form, first] = [line[1], value(line[2])];
    found.push(form === "cut" || form === "axes" ? { form, at: first, ...given } : { form, name: first, ...given });
  }
  const named = directions.map(({ name }) => name);
  const known = ({ form, direction }) => form === "cut" || (form === "moment" ? SENSES.includes(direction)
    : named.includes(direction) || Number.isFinite(direction) || (form === "force" && direction === UNKNOWN));
  return found.every((action) => points.some(({ name }) => name === action.at) && known(action)) ? found : null;
}

// --- directions -----------------------------------------------------------------------------------------------------

export const turned = (sense) => TURNED[sense];

export const angleOf = (direction, named) =>
  typeof direction === "number" ? direction : named.find(({ name }) => name === direction)?.angle ?? null;

const apart = (a, b) => Math.abs(((a - b + 540) % 360) - 180);

// The direction nearest to an angle: a named one if it is close, else steps of some degrees.
export function snapped(angle, named, step = 5, reach = 8) {
  const [nearest] = [...named].sort((a, b) => apart(a.angle, angle) - apart(b.angle, angle));
  if (nearest && apart(nearest.angle, angle) <= reach) return nearest.name;
  return (Math.round(angle / step) * step + 360) % 360;
}

// Of the second axis, a quarter of a turn from the first.
export const across = (direction, named) => ((angleOf(direction, named) ?? 0) + 90) % 360;

// All directions that the keys go through, in the order of their angles.
export function stops(named) {
  const plain = Array.from({ length: 24 }, (_, k) => 15 * k).filter((angle) => !named.some((one) => apart(one.angle, angle) < 4));
  return [...named, ...plain.map((angle) => ({ name: angle, angle }))].sort((a, b) => a.angle - b.angle);
}

export function nextStop(direction, named, sign) {
  const angle = angleOf(direction, named) ?? 90;
  const all = stops(named);
  const steps = all.map((one) => ({ ...one, away: (((one.angle - angle) * sign) % 360 + 360) % 360 })).filter(({ away }) => away > 0.5);
  return steps.sort((a, b) => a.away - b.away)[0].name;
}

export function opposite(direction, named) {
  const angle = angleOf(direction, named);
  return angle === null ? direction : snapped((angle + 180) % 360, named, 1, 0.5);
}
