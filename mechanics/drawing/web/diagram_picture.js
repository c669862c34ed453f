// The picture of a board: the body, its points and the arrows, as SVG that the mouse, a finger and the keys can work on.
import { across, angleOf, snapped, UNKNOWN } from "./diagram_code.js";

const SVG = "http://www.w3.org/2000/svg";
export const WIDTH = 600; // of the picture in its own units; its height follows
const TALLEST = 380; // css px: picture, table and code stay in sight together
const FINGER = 24; // css px: how near is near enough

export function node(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// A name such as f_N with its lower index.
function label(name, x, y, anchor, size) {
  const [base, ...index] = String(name).split("_");
  const made = node("text", { x, y, "text-anchor": anchor, "font-size": size, class: "fb-label" });
  made.append(node("tspan", { "font-style": "italic" }, base));
  if (index.length) made.append(node("tspan", { dy: 0.25 * size, "font-size": 0.75 * size }, index.join(" ")));
  return made;
}

export class Picture {
  constructor(spec, actions) {
    Object.assign(this, { spec, actions });
    const [left, right, bottom, top] = spec.window;
    this.scale = WIDTH / (right - left);
    this.height = this.scale * (top - bottom);
    this.svg = node("svg", { viewBox: `0 0 ${WIDTH} ${this.height}`, class: "fb-svg", role: "group", "aria-label": spec.description });
    this.svg.style.maxWidth = `${(TALLEST * WIDTH) / this.height}px`;
    this.svg.append(node("image", { href: spec.image, width: WIDTH, height: this.height }));
    this.layer = node("g");
    this.svg.append(this.layer);
    this.places = Object.fromEntries(spec.points.map(({ name, x, y }) => [name, [(x - left) * this.scale, (top - y) * this.scale]]));
    this.unit = 1;
    new ResizeObserver(() => this.resized()).observe(this.svg);
    this.svg.addEventListener("pointerdown", (event) => this.pressed(event));
    this.svg.addEventListener("touchstart", (event) => { // a finger on a point or an arrow draws; elsewhere it scrolls
      const [touch] = event.touches;
      if (event.target.closest("[data-action]") || this.nearest(this.where(touch), FINGER * this.unit)) event.preventDefault();
    }, { passive: false });
  }

  resized() {
    const { width } = this.svg.getBoundingClientRect();
    if (width) this.unit = WIDTH / width;
    this.draw();
  }

  // --- what is seen ---------------------------------------------------------------------------------------------------

  draw() {
    const { state } = this.actions;
    const u = this.unit;
    const focused = this.svg.getRootNode().activeElement?.dataset?.focus;
    this.layer.replaceChildren();
    for (const point of this.spec.points) this.layer.append(this.point(point, u));
    const drawn = state.list.map((action, index) => this.action(action, index, u));
    const isBelow = (one) => ["cut", "axes"].includes(state.list[one].form); // arrows lie above them
    const order = [...drawn.keys()].sort((a, b) => isBelow(b) - isBelow(a) || a - b);
    this.layer.append(...order.map((index) => drawn[index]));
    if (this.preview) this.layer.append(this.arrow(this.preview, u, "fb-arrow fb-preview"));
    if (focused) this.layer.querySelector(`[data-focus="${focused}"]`)?.focus({ preventScroll: true });
  }

  point({ name, what }, u) {
    const [x, y] = this.places[name];
    const made = node("g", {
      class: "fb-point", tabindex: 0, role: "button", "data-focus": `point-${name}`, "data-point": name,
      "aria-label": `Point ${name}, ${what}. Enter draws a force here, m a moment, c a cut, a axes.`,
    });
    made.append(node("circle", { cx: x, cy: y, r: FINGER * u, class: "fb-hit" }));
    made.append(node("circle", { cx: x, cy: y, r: 5 * u, class: "fb-dot" }));
    made.append(node("title", {}, `${name}: ${what}`));
    const text = label(name, x - 10 * u, y - 10 * u, "end", 15 * u);
    text.classList.add("fb-name");
    made.append(text);
    made.addEventListener("keydown", (event) => this.actions.keyOnPoint(event, name));
    return made;
  }

  action(action, index, u) {
    const chosen = this.actions.state.chosen === index;
    const made = this.arrow(action, u, `fb-arrow${chosen ? " fb-chosen" : ""}`, chosen);
    made.setAttribute("tabindex", 0);
    made.setAttribute("role", "button");
    made.setAttribute("data-focus", `action-${index}`);
    made.setAttribute("data-action", index);
    made.setAttribute("aria-label", `${this.actions.said(action).replaceAll("_", "")}. Arrow keys turn and move it, r reverses it, Delete removes it.`);
    made.addEventListener("keydown", (event) => this.actions.keyOnAction(event, index));
    made.addEventListener("focus", () => this.actions.choose(index, false));
    return made;
  }

  arrow(action, u, kind, chosen = false) {
    const [x, y] = this.places[action.at];
    const made = node("g", { class: `${kind} fb-${action.form}` });
    if (action.form === "cut") made.append(...this.cut(x, y, u));
    else if (action.form === "axes") made.append(...this.axes(action, x, y, u));
    else if (action.form === "moment") made.append(...this.arc(action, x, y, u));
    else made.append(...this.straight(action, x, y, u, chosen));
    return made;
  }

  // Where an arrow ends: where no point is, if possible, so that both can be taken hold of.
  tip(action) {
    const [x, y] = this.places[action.at];
    const angle = ((angleOf(action.direction, this.spec.directions) ?? 50) * Math.PI) / 180;
    const usual = Math.min(84, 0.24 * (WIDTH / this.unit)) * this.unit;
    const ends = [1, 0.72, 1.3, 0.5].map((part) => [x + part * usual * Math.cos(angle), y - part * usual * Math.sin(angle)]);
    const seen = ends.filter(([tx, ty]) => Math.min(tx, WIDTH - tx, ty, this.height - ty) > 30 * this.unit);
    return seen.find((end) => !this.nearest(end, FINGER * this.unit)) ?? seen[0] ?? ends[3];
  }

  straight(action, x, y, u, chosen) {
    const [tx, ty] = this.tip(action);
    const length = Math.hypot(tx - x, ty - y);
    const [dx, dy] = [(tx - x) / length, (ty - y) / length];
    const open = action.direction === UNKNOWN;
    const [bx, by] = [tx - 12 * u * dx, ty - 12 * u * dy];
    const head = [[tx, ty], [bx - 5.5 * u * dy, by + 5.5 * u * dx], [bx + 5.5 * u * dy, by - 5.5 * u * dx]];
    const [lx, ly, side] = this.beside(tx, ty, dx, dy, u);
    const parts = [
      node("line", { x1: x, y1: y, x2: tx, y2: ty, class: "fb-hit", "stroke-width": 22 * u }),
      node("line", { x1: x, y1: y, x2: bx, y2: by, class: "fb-line", "stroke-width": 2.6 * u, ...(open && { "stroke-dasharray": `${5 * u} ${4 * u}` }) }),
      node("polygon", { points: head.map((p) => p.join(",")).join(" "), class: "fb-head" }),
      label(action.name + (open ? " ?" : ""), lx, ly, side > 0.4 ? "start" : side < -0.4 ? "end" : "middle", 16 * u),
    ];
    if (chosen) parts.push(node("circle", { cx: tx, cy: ty, r: 9 * u, class: "fb-grip", "data-grip": "tip" }));
    parts.push(node("circle", { cx: tx, cy: ty, r: FINGER * u, class: "fb-hit", "data-grip": "tip" }));
    return parts;
  }

  // Where the name of an arrow stands: in front of its tip, or beside it where a point and its name are in the way.
  beside(tx, ty, dx, dy, u) {
    const turned = [[dx, dy], [0.5 * dx - 0.9 * dy, 0.5 * dy + 0.9 * dx], [0.5 * dx + 0.9 * dy, 0.5 * dy - 0.9 * dx]];
    const spots = turned.map(([cx, cy]) => [tx + 20 * u * cx, Math.min(Math.max(ty + 20 * u * cy + 5 * u, 14 * u), this.height - 8 * u), cx]);
    const free = ([x, y]) => Object.values(this.places).every(([px, py]) => Math.hypot(px - 6 * u - x, py - 4 * u - y) > 26 * u);
    return spots.find(free) ?? spots[0];
  }

  arc(action, x, y, u) {
    const r = 30 * u;
    const sign = action.direction === "counterclockwise" ? 1 : -1;
    const at = (degrees) => [x + r * Math.cos((degrees * Math.PI) / 180), y - r * Math.sin((degrees * Math.PI) / 180)];
    const [begin, end] = sign > 0 ? [-60, 130] : [130, -60];
    const [[ax, ay], [ex, ey]] = [at(begin), at(end)];
    const along = ((end + 90 * sign - 14 * sign) * Math.PI) / 180;
    const [dx, dy] = [Math.cos(along), -Math.sin(along)];
    const head = [[ex + 9 * u * dx, ey + 9 * u * dy], [ex - 5 * u * dy - 3 * u * dx, ey + 5 * u * dx - 3 * u * dy], [ex + 5 * u * dy - 3 * u * dx, ey - 5 * u * dx - 3 * u * dy]];
    const path = `M ${ax} ${ay} A ${r} ${r} 0 1 ${sign > 0 ? 0 : 1} ${ex} ${ey}`;
    const [lx, ly] = at(35);
    return [
      node("path", { d: path, class: "fb-hit", "stroke-width": 22 * u }),
      node("path", { d: path, class: "fb-line", "stroke-width": 2.6 * u }),
      node("polygon", { points: head.map((p) => p.join(",")).join(" "), class: "fb-head" }),
      label(action.name, lx + 8 * u, ly - 4 * u, "start", 16 * u),
    ];
  }

  axes(action, x, y, u) {
    const { directions } = this.spec;
    const both = [["x", angleOf(action.direction, directions) ?? 0], ["y", across(action.direction, directions)]];
    return both.flatMap(([name, degrees], index) => {
      const [dx, dy] = [Math.cos((degrees * Math.PI) / 180), -Math.sin((degrees * Math.PI) / 180)];
      const [tx, ty] = [x + 46 * u * dx, y + 46 * u * dy];
      const aside = index ? -14 * u : 14 * u; // of the name: outside of the right angle
      const head = [[tx, ty], [tx - 10 * u * dx - 4 * u * dy, ty - 10 * u * dy + 4 * u * dx], [tx - 10 * u * dx + 4 * u * dy, ty - 10 * u * dy - 4 * u * dx]];
      const parts = [
        node("line", { x1: x, y1: y, x2: tx, y2: ty, class: "fb-hit", "stroke-width": 22 * u }),
        node("line", { x1: x, y1: y, x2: tx - 10 * u * dx, y2: ty - 10 * u * dy, class: "fb-line", "stroke-width": 1.8 * u }),
        node("polygon", { points: head.map((p) => p.join(",")).join(" "), class: "fb-head" }),
        label(name, tx - 6 * u * dx - aside * dy, ty - 6 * u * dy + aside * dx + 5 * u, "middle", 16 * u),
      ];
      return index ? parts : [...parts, node("circle", { cx: tx, cy: ty, r: FINGER * u, class: "fb-hit", "data-grip": "tip" })];
    });
  }

  cut(x, y, u) {
    const waves = Array.from({ length: 9 }, (_, k) => `${x + (k - 4) * 6 * u},${y + (k % 2 ? -5 : 5) * u}`).join(" ");
    return [
      node("polyline", { points: waves, class: "fb-hit", "stroke-width": 22 * u }),
      node("polyline", { points: waves, class: "fb-line", "stroke-width": 2.2 * u }),
    ];
  }

  // --- mouse and finger ---------------------------------------------------------------------------------------------------

  where(event) {
    const box = this.svg.getBoundingClientRect();
    return [(event.clientX - box.left) * this.unit, (event.clientY - box.top) * this.unit];
  }

  nearest([x, y], reach = Infinity) {
    const away = (name) => Math.hypot(this.places[name][0] - x, this.places[name][1] - y);
    const [name] = Object.keys(this.places).sort((a, b) => away(a) - away(b));
    return away(name) <= reach ? name : null;
  }

  pressed(event) {
    if (event.button) return;
    const at = this.where(event);
    const point = this.nearest(at, FINGER * this.unit);
    const found = event.target.closest("[data-action]");
    const index = found ? Number(found.dataset.action) : -1;
    const grip = event.target.dataset.grip === "tip" && !this.nearest(at, 6 * this.unit);
    if (index >= 0 && (grip || !point)) this.dragAction(event, index, grip);
    else if (point) this.dragPoint(event, point);
    else this.actions.choose(-1);
  }

  // A drag from a point draws a force or axes; a tap puts there what the chosen tool makes.
  dragPoint(event, point) {
    const { tool } = this.actions.state;
    this.follow(event, (at, far) => {
      this.preview = far && ["force", "axes"].includes(tool) ? { form: tool, name: "", at: point, direction: this.aimed(point, at) } : null;
      this.draw();
    }, (at, far) => {
      const drawn = this.preview;
      this.preview = null;
      if (drawn) this.actions.add(drawn.form, point, drawn.direction);
      else if (!far) this.actions.add(tool, point);
      else this.draw();
    });
  }

  // The tip of an arrow turns it, any other part of it takes it to another point.
  dragAction(event, index, grip) {
    this.actions.choose(index, false);
    const action = { ...this.actions.state.list[index] };
    this.follow(event, (at, far) => {
      if (!far) return;
      if (grip && action.form !== "moment") this.actions.change(index, { direction: this.aimed(action.at, at) }, true);
      else this.actions.change(index, { at: this.nearest(at) }, true);
    }, (at, far) => far && this.actions.changed());
  }

  aimed(point, [x, y]) {
    const [px, py] = this.places[point];
    return snapped(((Math.atan2(py - y, x - px) * 180) / Math.PI + 360) % 360, this.spec.directions);
  }

  follow(event, moved, done) {
    const start = this.where(event);
    let far = false;
    const move = (next) => {
      if (next.pointerId !== event.pointerId) return;
      const at = this.where(next);
      far ||= Math.hypot(at[0] - start[0], at[1] - start[1]) > 10 * this.unit;
      moved(at, far);
    };
    const end = (next) => {
      if (next.pointerId !== event.pointerId) return;
      for (const [name, action] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) window.removeEventListener(name, action);
      done(this.where(next), far || next.type === "pointercancel");
    };
    for (const [name, action] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]]) window.addEventListener(name, action);
    event.preventDefault();
  }
}
