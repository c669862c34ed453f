// The shapes of a scene on a 2-D canvas. `resolve` puts the values of one instant into a shape's data and goes over to
// pixels; each function of `DRAW` then draws one kind of shape with a pen {ctx, unit, em, colors, halo, ...}.

import { drawLabel } from "./labels.js";

const TAU = 2 * Math.PI;

export function resolve(shape, row, view) {
  const number = (n) => (typeof n === "number" ? n : row[n.signal]);
  const point = (p) => view.point(p.map(number));
  const points = (p) => (Array.isArray(p[0]) ? p.map(point) : point(p));
  const each = (items, change) => Object.fromEntries(Object.entries(items).map(([k, v]) => [k, change(v)]));
  const result = {
    ...shape,
    ...each(shape.points, points),
    ...each(shape.vectors, (v) => view.vector(v.map(number))),
    ...each(shape.lengths, (n) => number(n) * view.scale),
    ...each(shape.numbers, number),
  };
  if (view.depth) {
    const places = Object.values(shape.points).flatMap((p) => (Array.isArray(p[0]) ? p : [p]));
    const sum = places.reduce((total, p) => total + view.depth(p.map(number)), 0);
    result.nearness = shape.behind ? -1e9 : sum / (places.length || 1);
    result.toward = each(shape.vectors, (v) => view.depth(v.map(number)));
  }
  return result;
}

// --- small geometry, all in pixels ------------------------------------------------------------------------------------
const plus = ([x, y], [u, v], f = 1) => [x + f * u, y + f * v];
const minus = ([x, y], [u, v]) => [x - u, y - v];
const norm = ([x, y]) => Math.hypot(x, y);
const cross = ([x, y], [u, v]) => x * v - y * u;
const left = ([x, y]) => [y, -x]; // turned to the left as seen on the page, where y points downwards
const unitVector = (v) => (norm(v) > 1e-9 ? [v[0] / norm(v), v[1] / norm(v)] : [1, 0]);
const onArc = (c, r, angle, x, y) => plus(plus(c, x, r * Math.cos(angle)), y, r * Math.sin(angle));

function path(ctx, points, closed = false) {
  ctx.beginPath();
  points.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
  if (closed) ctx.closePath();
}

function arcPoints(center, radius, from, to, x, y) {
  const steps = Math.max(2, Math.ceil(Math.abs(to - from) / 0.08));
  return Array.from({ length: steps + 1 }, (_, i) => onArc(center, radius, from + ((to - from) * i) / steps, x, y));
}

function arrowHead({ ctx, unit }, tip, direction) {
  const back = plus(tip, direction, -1.1 * unit);
  const side = left(direction);
  path(ctx, [tip, plus(back, side, 0.38 * unit), plus(back, side, -0.38 * unit)], true);
  ctx.fillStyle = ctx.strokeStyle;
  ctx.fill();
}

function write(pen, label, at, color) {
  if (label.length && pen.labels) drawLabel(pen.ctx, label, at[0], at[1], pen.em, color, pen.halo);
}

// A label beside a line, at a distance that its own size needs, on the left of the direction (or on the right: -1).
function writeBeside(pen, label, at, direction, color, gap = 0.4, side = 1) {
  const normal = left(unitVector(direction));
  const reach = gap * pen.unit + pen.em * (0.55 + 0.25 * Math.abs(normal[0]) * label.length);
  write(pen, label, plus(at, normal, side * reach), color);
}

function hatch(pen, from, to) {
  const along = unitVector(minus(to, from));
  const inward = plus([-along[0], -along[1]], left(along), -1); // into the ground, on the right
  const length = norm(minus(to, from));
  const step = 0.85 * pen.unit;
  pen.ctx.lineWidth = 1;
  for (let d = step / 2; d < length; d += step) {
    const foot = plus(from, along, d);
    path(pen.ctx, [foot, plus(foot, inward, 0.7 * pen.unit)]);
    pen.ctx.stroke();
  }
}

// --- labels of bodies, which stay on the canvas where the bodies are drawn in space ------------------------------------
const LABEL = {
  PointMass(pen, s) {
    write(pen, s.label, plus(s.at, [1, 1], Math.max(s.radius, pen.unit) * 0.7 + 0.6 * pen.em), pen.colors.ink);
  },
  Spring(pen, s, gap = 1.1) {
    const along = minus(s.end, s.start);
    writeBeside(pen, s.label, plus(s.start, along, 0.5), along, pen.colors.ink, gap, s.side === "right" ? -1 : 1);
  },
  TorsionSpring(pen, s) {
    LABEL.Spring(pen, { ...s, side: "left" }, 0.5 + s.radius / pen.unit);
  },
  Damper(pen, s) {
    LABEL.Spring(pen, s);
  },
};

// --- one function for each kind ---------------------------------------------------------------------------------------
const DRAW = {
  Rod(pen, s) {
    const width = Math.max(s.width, 0.32 * pen.unit);
    const { ctx } = pen;
    ctx.lineCap = "round";
    for (const [w, color] of [[width, ctx.strokeStyle], [width - 2 * pen.line, ctx.fillStyle]]) {
      if (w <= 0) break; // too thin for an outline
      ctx.lineWidth = w;
      ctx.strokeStyle = color;
      path(ctx, [s.start, s.end]);
      ctx.stroke();
    }
  },
  Box({ ctx }, s) {
    const half = { x: s.width / 2, y: s.height / 2, z: s.toward ? s.depth / 2 : 0 };
    for (const [normal, u, v] of half.z ? ["xyz", "yzx", "zxy"] : ["zxy"]) { // the faces that the viewer sees
      const facing = half.z ? s.toward[normal] : 1;
      if (Math.abs(facing) < 1e-9) continue;
      const face = plus(s.center, s[normal] ?? [0, 0], Math.sign(facing) * half[normal]);
      const corner = (i, j) => plus(plus(face, s[u], i * half[u]), s[v], j * half[v]);
      path(ctx, [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)], true);
      ctx.fill();
      ctx.stroke();
    }
  },
  Disc(pen, s) {
    const { ctx } = pen;
    const front = plus(s.center, s.z, s.thickness / 2);
    if (s.thickness) {
      const back = plus(s.center, s.z, -s.thickness / 2);
      const edge = Math.atan2(cross(s.y, s.z), cross(s.x, s.z)); // where the side surface touches the rim
      const behind = arcPoints(back, s.radius, edge, edge + Math.PI, s.x, s.y);
      const ahead = arcPoints(front, s.radius, edge + Math.PI, edge + TAU, s.x, s.y);
      for (const half of [[...behind, ...ahead], [...arcPoints(back, s.radius, edge, edge - Math.PI, s.x, s.y),
        ...arcPoints(front, s.radius, edge - Math.PI, edge - TAU, s.x, s.y)]]) {
        path(ctx, half, true);
        ctx.fill();
        ctx.stroke();
      }
    }
    path(ctx, arcPoints(front, s.radius, 0, TAU, s.x, s.y), true);
    ctx.fill();
    ctx.stroke();
    for (let k = 0; k < s.spokes; k++) {
      path(ctx, [front, onArc(front, s.radius, (k * TAU) / s.spokes, s.x, s.y)]);
      ctx.stroke();
    }
  },
  Circle({ ctx }, s) {
    path(ctx, arcPoints(s.center, s.radius, 0, TAU, s.x, s.y), true);
    ctx.stroke();
  },
  PointMass(pen, s) {
    const { ctx } = pen;
    ctx.beginPath();
    ctx.arc(...s.at, Math.max(s.radius, 0.5 * pen.unit), 0, TAU);
    ctx.fill();
    ctx.stroke();
    LABEL.PointMass(pen, s);
  },
  Spring(pen, s) {
    const along = minus(s.end, s.start);
    const side = left(unitVector(along));
    const width = 0.85 * pen.unit;
    const points = [s.start];
    if (s.style === "loops") {
      const f = (k) => 0.1 + (0.8 * k) / (16 * s.coils);
      for (let k = 0; k <= 16 * s.coils; k++) {
        const a = (k / 16) * Math.PI;
        points.push(plus(plus(s.start, along, f(k)), side, width * Math.abs(Math.sin(a))));
      }
    } else {
      points.push(plus(s.start, along, 0.12));
      for (let k = 0; k < 2 * s.coils; k++) {
        points.push(plus(plus(s.start, along, 0.12 + (0.76 * (k + 0.5)) / (2 * s.coils)), side, k % 2 ? -width : width));
      }
      points.push(plus(s.start, along, 0.88));
    }
    points.push(s.end);
    path(pen.ctx, points);
    pen.ctx.stroke();
    LABEL.Spring(pen, s);
  },
  TorsionSpring(pen, s) {
    const along = minus(s.end, s.start);
    const angle = TAU * s.coils + s.twist;
    const points = [s.start];
    for (let k = 0; k <= 200; k++) {
      points.push(onArc(plus(s.start, along, 0.1 + (0.8 * k) / 200), s.radius, s.turn + (angle * k) / 200, s.x, s.y));
    }
    points.push(s.end);
    path(pen.ctx, points);
    pen.ctx.stroke();
    LABEL.TorsionSpring(pen, s);
  },
  Damper(pen, s) {
    const { ctx } = pen;
    const along = minus(s.end, s.start);
    const side = left(unitVector(along));
    const reach = Math.max(norm(along), 1);
    const cup = Math.min(2.4 * pen.unit, 0.5 * reach); // the length of the cup stays, the piston rod stretches
    const direction = unitVector(along);
    const bottom = plus(s.start, direction, Math.min(0.3 * reach, reach - cup));
    const piston = plus(bottom, direction, 0.55 * cup);
    const mouth = plus(bottom, direction, cup);
    const width = 0.8 * pen.unit;
    path(ctx, [s.start, bottom]);
    ctx.stroke();
    path(ctx, [plus(mouth, side, width), plus(bottom, side, width), plus(bottom, side, -width), plus(mouth, side, -width)]);
    ctx.stroke();
    path(ctx, [piston, s.end]);
    ctx.stroke();
    ctx.lineWidth *= 1.8;
    path(ctx, [plus(piston, side, 0.7 * width), plus(piston, side, -0.7 * width)]);
    ctx.stroke();
    LABEL.Damper(pen, s);
  },
  Line({ ctx }, s) {
    if (s.dashed) ctx.setLineDash([6, 4]);
    path(ctx, s.points, s.closed);
    if (s.closed) ctx.fill();
    ctx.stroke();
  },
  Ground(pen, s) {
    const along = unitVector(minus(s.end, s.start));
    const [from, to] = s.endless ? [plus(s.start, along, -pen.far), plus(s.start, along, pen.far)] : [s.start, s.end];
    path(pen.ctx, [from, to]);
    pen.ctx.stroke();
    hatch(pen, from, to);
  },
  Hinge(pen, s) {
    const { ctx, unit } = pen;
    if (norm(s.support)) {
      const down = unitVector(s.support);
      const side = left(down);
      const foot = plus(s.at, down, 1.9 * unit);
      path(ctx, [s.at, plus(foot, side, 1.15 * unit), plus(foot, side, -1.15 * unit)], true);
      ctx.fill();
      ctx.stroke();
      const [from, to] = [plus(foot, side, -1.8 * unit), plus(foot, side, 1.8 * unit)];
      path(ctx, [to, from]);
      ctx.stroke();
      ctx.save();
      hatch(pen, ...(cross(minus(to, from), down) > 0 ? [from, to] : [to, from]));
      ctx.restore();
    }
    ctx.beginPath();
    ctx.arc(...s.at, 0.45 * unit, 0, TAU);
    ctx.fill();
    ctx.stroke();
    write(pen, s.label, plus(s.at, [1, 0], 1.2 * unit + 0.5 * pen.em), pen.colors.ink);
  },
  Arrow(pen, s) {
    const along = minus(s.end, s.start);
    const direction = unitVector(along);
    if (norm(along) < 0.6 * pen.unit) return;
    path(pen.ctx, [s.start, plus(s.end, direction, -0.8 * pen.unit * (norm(along) > pen.unit))]);
    pen.ctx.stroke();
    arrowHead(pen, s.end, direction);
    if (s.role === "axis") write(pen, s.label, plus(s.end, direction, 0.9 * pen.em), pen.ctx.strokeStyle);
    else writeBeside(pen, s.label, plus(s.start, along, 0.5), along, pen.ctx.strokeStyle, 0.2, along[0] < 0 ? -1 : 1);
  },
  ValueArrow(pen, s) {
    const size = Math.max(-2, Math.min(2, s.value / s.reference));
    if (Math.abs(size) < 0.02) return;
    const reach = 5 * pen.unit * (0.25 + 0.75 * Math.abs(size)) * Math.sign(size);
    const direction = unitVector(s.direction);
    const start = s.push ? plus(s.at, direction, -reach) : s.at;
    const end = plus(start, direction, reach);
    const ahead = [direction[0] * Math.sign(reach), direction[1] * Math.sign(reach)];
    path(pen.ctx, [start, plus(end, ahead, -0.8 * pen.unit)]);
    pen.ctx.stroke();
    arrowHead(pen, end, ahead);
    writeBeside(pen, s.label, plus(start, direction, reach / 2), direction, pen.ctx.strokeStyle, 0.3, direction[0] < 0 ? -1 : 1);
  },
  ValueArc(pen, s) {
    const size = Math.max(-2, Math.min(2, s.value / s.reference));
    if (Math.abs(size) < 0.02) return;
    const sweep = 2.2 * size;
    drawArc(pen, s, s.turn - sweep / 2, s.turn + sweep / 2);
    write(pen, s.label, onArc(s.center, s.radius + 1.1 * pen.em, s.turn, s.x, s.y), pen.ctx.strokeStyle);
  },
  AngleMark(pen, s) {
    const turns = Math.trunc((s.stop - s.start) / TAU); // after full turns the mark shows what is left of the angle
    const stop = s.stop - turns * TAU;
    drawArc(pen, s, s.start, stop);
    const middle = (s.start + stop) / 2;
    write(pen, s.label, onArc(s.center, s.radius + 0.9 * pen.em, middle, s.x, s.y), pen.ctx.strokeStyle);
  },
  Dimension(pen, s) {
    const along = minus(s.end, s.start);
    const normal = left(unitVector(along));
    const [a, b] = [plus(s.start, normal, s.offset), plus(s.end, normal, s.offset)];
    const beyond = 0.4 * pen.unit * Math.sign(s.offset);
    pen.ctx.lineWidth = 1;
    for (const [foot, top] of [[s.start, a], [s.end, b]]) {
      path(pen.ctx, [foot, plus(top, normal, beyond)]);
      if (s.offset) pen.ctx.stroke();
    }
    path(pen.ctx, [a, b]);
    pen.ctx.stroke();
    if (norm(along) > 3 * pen.unit) {
      arrowHead(pen, b, unitVector(along));
      arrowHead(pen, a, unitVector(minus(a, b)));
    }
    writeBeside(pen, s.label, plus(a, minus(b, a), 0.5), along, pen.ctx.strokeStyle, 0.2, s.offset < 0 ? -1 : 1);
  },
  Trace(pen, s) {
    const points = [...pen.past(s.source.points.at, s.duration), s.at];
    const pieces = 10; // the older, the fainter
    for (let k = 0; k < pieces; k++) {
      const cut = (j) => Math.floor((j * (points.length - 1)) / pieces);
      pen.ctx.globalAlpha = (k + 1) / pieces;
      path(pen.ctx, points.slice(cut(k), cut(k + 1) + 1));
      pen.ctx.stroke();
    }
  },
  Sweep(pen, s) {
    if (!(s.every > 0 && s.duration < 500 * s.every)) return; // nothing to draw, or too much
    const last = Math.floor(pen.elapsed / s.every + 1e-9);
    for (let k = last; k >= 0 && pen.elapsed - (k + 1) * s.every < s.duration - 1e-6; k--) {
      const begin = Math.min(pen.elapsed - k * s.every, s.duration); // seconds ago
      path(pen.ctx, [s.center, ...pen.past(s.source.points.at, begin, pen.elapsed - (k + 1) * s.every)], true);
      pen.ctx.globalAlpha = k % 2 ? 0.45 : 0.95;
      pen.ctx.fill();
    }
  },
  Text(pen, s) {
    const shift = { left: [1, 0], right: [-1, 0], top: [0, 1], bottom: [0, -1], center: [0, 0] }[s.anchor];
    const align = { left: "left", right: "right" }[s.anchor] ?? "center";
    const at = plus(s.at, shift, 0.6 * pen.em);
    if (pen.labels) drawLabel(pen.ctx, s.label, ...at, pen.em, pen.ctx.strokeStyle, pen.halo, align);
  },
  Flow(pen, s) {
    const gap = Math.max(s.spacing, 4);
    let before = 0;
    for (let k = 0; k + 1 < s.points.length; k++) {
      const along = minus(s.points[k + 1], s.points[k]);
      const first = (((s.shift - before) % gap) + gap) % gap;
      for (let d = first; d < norm(along); d += gap) {
        pen.ctx.beginPath();
        pen.ctx.arc(...plus(s.points[k], unitVector(along), d), 0.28 * pen.unit, 0, TAU);
        pen.ctx.fill();
      }
      before += norm(along);
    }
  },
};

function drawArc(pen, s, from, to) {
  if (Math.abs(to - from) * s.radius < 3) return;
  const points = arcPoints(s.center, s.radius, from, to, s.x, s.y);
  const tip = points.at(-1);
  const back = onArc(s.center, s.radius, to - (Math.sign(to - from) * pen.unit) / s.radius, s.x, s.y);
  path(pen.ctx, points);
  pen.ctx.stroke();
  arrowHead(pen, tip, unitVector(minus(tip, back)));
}

const ANNOTATIONS = new Set(["AngleMark", "Dimension"]);
const isAnnotation = (shape) => ANNOTATIONS.has(shape.kind) || (shape.kind === "Arrow" && shape.role === "coordinate");

// Draw all shapes for the values `row` of one instant, from back to front; of those that `space` has drawn the labels.
export function drawScene(pen, shapes, row, view, space = null) {
  const { ctx, colors } = pen;
  const resolved = shapes
    .filter((shape) => shape.only !== "sketch" && (pen.labels || !isAnnotation(shape)) && (pen.frames || shape.role !== "axis"))
    .map((shape) => ({ ...resolve(shape, row, view), source: shape }));
  if (view.depth) resolved.sort((a, b) => a.nearness - b.nearness);
  for (const s of resolved) {
    const style = colors.roles[s.role] ?? colors.roles.line;
    ctx.save();
    ctx.lineWidth = style.width * pen.line;
    ctx.strokeStyle = style.stroke;
    ctx.fillStyle = style.fill;
    ctx.lineJoin = "round";
    if (style.dash) ctx.setLineDash(style.dash);
    if (space?.has(s.source)) LABEL[s.kind]?.(pen, s);
    else DRAW[s.kind](pen, s);
    ctx.restore();
  }
}
