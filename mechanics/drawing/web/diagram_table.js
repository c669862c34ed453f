// What is drawn as a table, with a field or a button for all that the mouse can do.
import { SENSES, UNKNOWN } from "./diagram_code.js";
import { say } from "./words.js";

const WHAT = { force: "Force", moment: "Moment", cut: "Cut", axes: "Axes" };

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== false && value !== undefined) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

function choice(name, focus, options, chosen, onchange) {
  const made = element("select", { "aria-label": name, "data-focus": focus, class: "fb-field", onchange: () => onchange(made.value) });
  for (const [value, text] of options) made.append(element("option", { value, selected: value === String(chosen) }, text));
  return made;
}

const button = (text, name, focus, onclick) =>
  element("button", { type: "button", class: "fb-button fb-small", "aria-label": name, title: name, "data-focus": focus, onclick }, text);

export function table(spec, actions) {
  const { list, chosen } = actions.state;
  const head = ["What", "Name", "Point", "Direction", "Change"].map((name) => element("th", { scope: "col" }, say(name)));
  const rows = list.map((action, index) => row(spec, actions, action, index, index === chosen));
  const body = rows.length ? rows : [element("tr", {}, element("td", { colspan: 5, class: "fb-empty" }, say("Nothing is drawn yet.")))];
  return element("table", { class: "fb-table", "aria-label": say("What is drawn") },
    element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...body));
}

function row(spec, actions, action, index, chosen) {
  const id = (part) => `${part}-${index}`;
  const named = `${say(WHAT[action.form])} ${action.name ?? ""}`.trim();
  const points = spec.points.map(({ name, what }) => [name, `${name}: ${what}`]);
  const name = action.name === undefined ? "" : element("input", {
    class: "fb-field fb-naming", value: action.name, maxlength: 40, size: 5, spellcheck: "false", autocomplete: "off",
    "aria-label": `${say("Name of")} ${named}`, "data-focus": id("name"),
    onchange: (event) => actions.change(index, { name: event.target.value.trim() || action.name }),
  });
  const cells = [
    say(WHAT[action.form]), name,
    choice(`${say("Point of")} ${named}`, id("point-of"), points, action.at, (at) => actions.change(index, { at })),
    element("span", { class: "fb-direction" }, ...direction(spec, actions, action, index, named)),
    element("span", { class: "fb-direction" },
      ...(action.form === "cut" ? [] : [button("⇄", `${say("Reverse")} ${named}`, id("reverse"), () => actions.reverse(index))]),
      button("✕", `${say("Remove")} ${named}`, id("remove"), () => actions.remove(index))),
  ];
  return element("tr", { class: `fb-row fb-row-${action.form}${chosen ? " fb-row-chosen" : ""}`, onfocusin: () => actions.choose(index, false) },
    ...cells.map((cell) => element("td", {}, cell)));
}

function direction(spec, actions, action, index, named) {
  if (action.form === "cut") return [];
  const change = (value) => actions.change(index, { direction: value });
  if (action.form === "moment") {
    return [choice(`${say("Sense of")} ${named}`, `direction-${index}`, SENSES.map((s) => [s, say(s)]), action.direction, change)];
  }
  const typed = typeof action.direction === "number";
  const options = [...spec.directions.map(({ name }) => [name, say(name)]), ["angle", say("an angle")], ...(action.form === "force" ? [[UNKNOWN, say("unknown")]] : [])];
  const picked = (value) => change(value === "angle" ? actions.angle(action) : value);
  const field = element("input", {
    class: "fb-field fb-angle", type: "number", step: 1, value: typed ? Number(action.direction.toFixed(1)) : "",
    "aria-label": `${say("Angle in degrees of")} ${named}`, "data-focus": `angle-${index}`,
    onchange: (event) => Number.isFinite(event.target.valueAsNumber) && change(((event.target.valueAsNumber % 360) + 360) % 360),
  });
  return [
    choice(`${say("Direction of")} ${named}`, `direction-${index}`, options, typed ? "angle" : action.direction, picked),
    ...(typed ? [field, "°"] : []),
  ];
}
