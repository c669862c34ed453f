// Bodies in space with three.js: built into bodies.bundle.js by the packaging step, and fetched by space.js. Each kind of
// shape has a class with an `update`; all players of a page share one renderer, whose picture they copy.

import {
  AmbientLight, BoxGeometry, BufferAttribute, BufferGeometry, Color, CylinderGeometry, DirectionalLight, DoubleSide,
  EdgesGeometry, Group, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial, OrthographicCamera,
  PCFShadowMap, PlaneGeometry, Scene, ShadowMaterial, SphereGeometry, Vector3, WebGLRenderer,
} from "three";

const ROUND = 8; // sides of a tube
const FAINT = new Set(["guide", "reference", "axis", "dimension", "coordinate", "force", "trace"]);
const BOX = new BoxGeometry(1, 1, 1);
const BOX_EDGES = new EdgesGeometry(BOX);
const CYLINDER = new CylinderGeometry(1, 1, 1, 40).rotateX(Math.PI / 2); // along z
const CYLINDER_EDGES = new EdgesGeometry(CYLINDER, 30);
const BALL = new SphereGeometry(1, 32, 20);
const END = new SphereGeometry(1, 16, 10); // of a rod
const vec = (p) => new Vector3(...p);

// A basis whose third vector points along `direction`.
function basisAlong(direction) {
  const z = direction.clone().normalize();
  const other = Math.abs(z.y) < 0.9 ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0);
  const x = other.cross(z).normalize();
  return [x, z.clone().cross(x), z];
}

function place(object, [x, y, z], center, [a, b, c]) {
  object.matrix.makeBasis(x.clone().multiplyScalar(a), y.clone().multiplyScalar(b), z.clone().multiplyScalar(c)).setPosition(center);
  object.matrixAutoUpdate = false;
  object.matrixWorldNeedsUpdate = true;
}

// --- one class for each kind; `s` holds numbers in metres, `look` {fill, edge, unit} ----------------------------------------
class Solid extends Group {
  part(geometry, paint = "fill") {
    const mesh = new Mesh(geometry, new MeshLambertMaterial({ side: DoubleSide }));
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.userData.paint = paint;
    mesh.frustumCulled = false;
    this.add(mesh);
    return mesh;
  }

  edges(geometry) {
    const lines = new LineSegments(geometry, new LineBasicMaterial());
    lines.userData.paint = "edge";
    this.add(lines);
    return lines;
  }

  cylinder(mesh, from, to, radius) {
    const along = to.clone().sub(from);
    const length = along.length();
    mesh.visible = length > 1e-9;
    place(mesh, basisAlong(along), from.clone().lerp(to, 0.5), [radius, radius, length]);
  }
}

class Rod extends Solid {
  constructor() {
    super();
    this.bar = this.part(CYLINDER);
    this.ends = [this.part(END), this.part(END)];
  }

  update(s, { unit }) {
    const radius = Math.max(s.width, 0.5 * unit) / 2;
    const [from, to] = [vec(s.start), vec(s.end)];
    this.cylinder(this.bar, from, to, radius);
    this.ends.forEach((ball, i) => (ball.position.copy(i ? to : from), ball.scale.setScalar(radius)));
  }
}

class Box extends Solid {
  constructor() {
    super();
    this.parts = [this.part(BOX), this.edges(BOX_EDGES)];
  }

  update(s, { unit }) {
    const axes = [vec(s.x), vec(s.y), vec(s.z)];
    const size = [s.width, s.height, s.depth || 0.3 * unit];
    for (const part of this.parts) place(part, axes, vec(s.center), size);
  }
}

class Disc extends Solid {
  constructor({ spokes }) {
    super();
    this.parts = [this.part(CYLINDER), this.edges(CYLINDER_EDGES)];
    this.spokes = Array.from({ length: spokes }, () => this.part(BOX, "edge"));
  }

  update(s, { unit }) {
    const [x, y, z] = [vec(s.x), vec(s.y), vec(s.z)];
    const thickness = s.thickness || 0.3 * unit;
    for (const part of this.parts) place(part, [x, y, z], vec(s.center), [s.radius, s.radius, thickness]);
    this.spokes.forEach((spoke, k) => {
      const angle = (2 * Math.PI * k) / this.spokes.length;
      const along = x.clone().multiplyScalar(Math.cos(angle)).addScaledVector(y, Math.sin(angle));
      const across = z.clone().cross(along);
      const middle = vec(s.center).addScaledVector(along, s.radius / 2);
      place(spoke, [along, across, z], middle, [s.radius, 0.25 * unit, 1.03 * thickness]);
    });
  }
}

class PointMass extends Solid {
  constructor() {
    super();
    this.ball = this.part(BALL);
  }

  update(s, { unit }) {
    this.ball.position.set(...s.at);
    this.ball.scale.setScalar(Math.max(s.radius, 0.5 * unit));
  }
}

// A tube along points: its vertices are moved, its triangles stay.
class Tube extends Solid {
  constructor(count) {
    super();
    this.count = count;
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * ROUND * count), 3));
    geometry.setAttribute("normal", new BufferAttribute(new Float32Array(3 * ROUND * count), 3));
    const index = [];
    for (let k = 0; k + 1 < count; k++) {
      for (let j = 0; j < ROUND; j++) {
        const [a, b] = [k * ROUND + j, k * ROUND + ((j + 1) % ROUND)];
        index.push(a, b, a + ROUND, b, b + ROUND, a + ROUND);
      }
    }
    geometry.setIndex(index);
    this.tube = this.part(geometry, "edge");
  }

  follow(points, radius) {
    const { position, normal } = this.tube.geometry.attributes;
    points.forEach((point, k) => {
      const along = points[Math.min(k + 1, this.count - 1)].clone().sub(points[Math.max(k - 1, 0)]);
      const [x, y] = basisAlong(along.lengthSq() > 1e-18 ? along : new Vector3(0, 0, 1));
      for (let j = 0; j < ROUND; j++) {
        const angle = (2 * Math.PI * j) / ROUND;
        const out = x.clone().multiplyScalar(Math.cos(angle)).addScaledVector(y, Math.sin(angle));
        normal.setXYZ(k * ROUND + j, out.x, out.y, out.z);
        out.multiplyScalar(radius).add(point);
        position.setXYZ(k * ROUND + j, out.x, out.y, out.z);
      }
    });
    position.needsUpdate = normal.needsUpdate = true;
  }
}

class Line extends Solid {
  constructor({ points: { points }, closed }) {
    super();
    this.pieces = Array.from({ length: points.length - (closed ? 0 : 1) }, () => this.part(CYLINDER, "edge"));
    if (!closed) return;
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * points.length), 3));
    geometry.setIndex(points.slice(2).flatMap((_, k) => [0, k + 1, k + 2]));
    this.area = this.part(geometry);
  }

  update(s, { unit }) {
    const points = s.points.map(vec);
    this.pieces.forEach((piece, k) => this.cylinder(piece, points[k], points[(k + 1) % points.length], 0.11 * unit));
    if (!this.area) return;
    const { geometry } = this.area;
    points.forEach((p, k) => geometry.attributes.position.setXYZ(k, p.x, p.y, p.z));
    geometry.attributes.position.needsUpdate = true;
    geometry.computeVertexNormals();
  }
}

class TorsionSpring extends Tube {
  constructor({ coils }) {
    super(24 * coils + 3);
  }

  update(s, { unit }) {
    const [from, to, x, y] = [vec(s.start), vec(s.end), vec(s.x), vec(s.y)];
    const turns = this.count - 3;
    const coil = Array.from({ length: turns + 1 }, (_, k) => {
      const angle = s.turn + ((2 * Math.PI * s.coils + s.twist) * k) / turns;
      return from.clone().lerp(to, 0.1 + (0.8 * k) / turns)
        .addScaledVector(x, s.radius * Math.cos(angle)).addScaledVector(y, s.radius * Math.sin(angle));
    });
    this.follow([from, ...coil, to], 0.14 * unit);
  }
}

class Spring extends TorsionSpring {
  update(s, look) {
    const along = vec(s.end).sub(vec(s.start));
    const [x, y] = basisAlong(along.length() > 1e-9 ? along : new Vector3(1, 0, 0));
    super.update({ ...s, x: x.toArray(), y: y.toArray(), radius: 0.85 * look.unit, turn: 0, twist: 0 }, look);
  }
}

class Damper extends Solid {
  constructor() {
    super();
    this.rod = this.part(CYLINDER, "edge");
    this.cup = this.part(CYLINDER);
    this.piston = this.part(CYLINDER, "edge");
  }

  update(s, { unit }) {
    const [from, to] = [vec(s.start), vec(s.end)];
    const reach = Math.max(from.distanceTo(to), 1e-6);
    const cup = Math.min(2.4 * unit, 0.5 * reach);
    const at = (d) => from.clone().lerp(to, d / reach);
    const bottom = Math.min(0.3 * reach, reach - cup);
    this.cylinder(this.rod, from, at(bottom), 0.14 * unit);
    this.cylinder(this.cup, at(bottom), at(bottom + cup), 0.7 * unit);
    this.cylinder(this.piston, at(bottom + 0.55 * cup), to, 0.2 * unit);
  }
}

const KINDS = { Rod, Box, Disc, PointMass, Line, Spring, TorsionSpring, Damper };

// --- the picture ------------------------------------------------------------------------------------------------------------
const AGAIN = 3000; // ms until a lost context is asked for again
const TURN = 10; // ms between two looks whether a picture is there
const SHARED = new Set([BOX, BOX_EDGES, CYLINDER, CYLINDER_EDGES, BALL, END]);
const spaces = new Set(); // those that are in use
let shared = null;
let drawing = null; // the space whose picture is waited for
let asked, ready; // the renderers whose programs are being compiled, and are
let lostAt = -Infinity;
let isFast;

// A computer without a graphics processor draws bodies only once nothing has moved for a while: light and shadow would
// take it 30 to 100 ms for each picture. What moves is drawn in lines. Null where the browser gives no context just now.
function renderer() {
  if (!shared && performance.now() - lostAt > AGAIN) {
    try {
      shared = new WebGLRenderer({ antialias: isFast, alpha: true, preserveDrawingBuffer: !isFast });
    } catch {
      lostAt = performance.now();
      return null;
    }
    shared.shadowMap.enabled = true;
    shared.shadowMap.type = PCFShadowMap;
    const own = shared;
    shared.domElement.addEventListener("webglcontextlost", () => lost(own));
  }
  return shared;
}

// A browser takes a context away, for instance where there are too many. Bodies are drawn in lines, then with a new one.
function lost(own) {
  if (own !== shared) return; // given back
  release();
  lostAt = performance.now();
  for (const space of spaces) space.redraw?.();
  setTimeout(() => spaces.forEach((space) => space.redraw?.()), AGAIN + 100);
}

function release() {
  const own = shared;
  shared = asked = ready = drawing = null;
  own?.dispose();
  own?.forceContextLoss();
}

// A function that tells whether everything is done that was asked for until now.
function fence(gl) {
  const context = gl.getContext();
  const sync = context.fenceSync(context.SYNC_GPU_COMMANDS_COMPLETE, 0);
  context.flush();
  return () => context.clientWaitSync(sync, 0, 0) !== context.TIMEOUT_EXPIRED; // of a lost context there is nothing to wait for
}

// Programs that draw in place of a graphics processor tell it by their name only.
function hasGraphicsProcessor() {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) throw new Error("this browser has no WebGL 2");
  const named = gl.getExtension("WEBGL_debug_renderer_info");
  const name = gl.getParameter(named ? named.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  gl.getExtension("WEBGL_lose_context")?.loseContext(); // a browser has room for a few only
  return !/swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

export class Space {
  static rest = 250; // ms that nothing moves before bodies are drawn without a graphics processor
  static fineness = 2; // pixels that are then drawn for each one that is shown, which makes edges smooth, too
  static isSettled = () => [...spaces].every((space) => !space.waits); // whether all bodies are drawn

  waits = true; // for a picture; the first one is asked for when the player comes into sight

  constructor(shapes) {
    isFast ??= hasGraphicsProcessor();
    this.scene = new Scene();
    this.camera = new OrthographicCamera();
    this.solids = new Map(shapes.filter(isSolid).map((shape) => [shape, new KINDS[shape.kind](shape)]));
    this.floor = new Mesh(new PlaneGeometry(1, 1), new ShadowMaterial({ opacity: 0.2 }));
    this.floor.receiveShadow = true;
    this.sun = new DirectionalLight(0xffffff, 1.9);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    spaces.add(this);
    this.scene.add(...this.solids.values(), this.floor, this.sun, this.sun.target, new AmbientLight(0xffffff, 1.5));
  }

  has(shape) {
    return this.solids.has(shape);
  }

  // Draw one instant onto a 2-D canvas, as `view` sees it; or leave that to lines and say so by `false`, until `again`
  // draws it once more, where nothing plays.
  draw(ctx, row, view, { run, colors, width, height, unit, again, redraw }) {
    this.cancel();
    this.redraw = redraw;
    const copy = () => (ctx.drawImage(shared.domElement, 0, 0, width, height), true);
    if (this.isRendered) return copy();
    const ratio = (ctx.canvas.width / width) * (isFast ? 1 : Space.fineness);
    const render = (gl) => {
      const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
      if (gl.domElement.width !== w || gl.domElement.height !== h) gl.setSize(w, h, false); // it takes new memory
      this.paint(colors);
      for (const [shape, solid] of this.solids) solid.update(inMetres(shape, row), { unit: unit / view.scale });
      this.look(run, view, width, height);
      if (ready !== gl) return this.prepare(gl);
      gl.render(this.scene, this.camera);
      return true;
    };
    if (isFast) {
      const gl = renderer();
      return Boolean(gl) && render(gl) && copy();
    }
    if (again) this.after(Space.rest, () => this.drawAtRest(render, again));
    return false;
  }

  // Without a graphics processor a picture takes a tenth of a second or more: it is fetched when it is there, so that
  // the page does not stop meanwhile. One at a time, because all share one renderer.
  drawAtRest(render, again) {
    const gl = renderer();
    if (gl && drawing) return this.after(TURN, () => this.drawAtRest(render, again));
    if (!gl || !render(gl)) return;
    drawing = this;
    const isDone = fence(gl);
    const fetched = () => {
      if (!isDone()) return this.after(TURN, fetched);
      drawing = null; // also where the player is out of sight by now, and does not draw
      this.isRendered = gl === shared;
      again();
      this.isRendered = false;
    };
    this.after(TURN, fetched);
  }

  // Programs are compiled while the page goes on, for the quarter of a second that this may take.
  prepare(gl) {
    this.waits = true;
    if (asked === gl) return false;
    asked = gl;
    gl.compile(this.scene, this.camera);
    const isDone = fence(gl);
    const compiled = () => {
      if (gl !== shared) return;
      if (!isDone() || !gl.info.programs.every((program) => program.isReady())) return setTimeout(compiled, TURN);
      ready = gl;
      for (const space of spaces) space.redraw?.();
    };
    setTimeout(compiled, TURN);
    return false;
  }

  after(time, act) {
    this.waits = true;
    this.timer = setTimeout(() => ((this.waits = false), act()), time);
  }

  // Another picture is wanted than the one that is waited for.
  cancel() {
    clearTimeout(this.timer);
    this.waits = false;
    if (drawing === this) drawing = null;
  }

  // Give back what a graphics processor holds for it; with the last one the context itself.
  remove() {
    this.cancel();
    spaces.delete(this);
    this.scene.traverse(({ geometry, material }) => {
      if (geometry && !SHARED.has(geometry)) geometry.dispose();
      material?.dispose();
    });
    this.sun.dispose();
    if (spaces.size) return;
    for (const geometry of SHARED) geometry.dispose();
    release();
  }

  paint(colors) {
    if (colors === this.colors) return;
    this.colors = colors;
    for (const [shape, solid] of this.solids) {
      const role = colors.roles[shape.role] ?? colors.roles.line;
      solid.traverse((part) => part.material?.color.copy(new Color(part.userData.paint === "edge" ? role.stroke : role.fill)));
    }
  }

  // The camera shows exactly what the canvas around it shows; the light comes from where the scene was drawn to be seen.
  look(run, view, width, height) {
    const [right, up, toward] = view.rows.map(vec);
    const [low, high] = run.room.map(vec);
    const center = low.clone().lerp(high, 0.5);
    const size = Math.max(low.distanceTo(high), 1e-6);
    const { camera, sun } = this;
    const eye = right.clone().multiplyScalar(view.middle[0]).addScaledVector(up, view.middle[1])
      .addScaledVector(toward, toward.dot(center) + 2 * size);
    place(camera, [right, up, toward], eye, [1, 1, 1]);
    const [w, h] = [width / view.scale / 2, height / view.scale / 2];
    Object.assign(camera, { left: -w, right: w, top: h, bottom: -h, near: 0, far: 5 * size });
    camera.updateProjectionMatrix();
    const vertical = vec(view.vertical === "z" ? [0, 0, 1] : [0, 1, 0]);
    this.light ??= vertical.clone().multiplyScalar(1.1).addScaledVector(right, -0.45).addScaledVector(toward, 0.5).normalize();
    sun.position.copy(center).addScaledVector(this.light, size);
    sun.target.position.copy(center);
    Object.assign(sun.shadow.camera, { left: -size, right: size, top: size, bottom: -size, near: 0, far: 3 * size });
    sun.shadow.camera.updateProjectionMatrix();
    sun.shadow.normalBias = 0.004 * size;
    const lowest = vertical.dot(low);
    const foot = center.clone().addScaledVector(vertical, lowest - vertical.dot(center) - 0.002 * size);
    place(this.floor, basisAlong(vertical), foot, [6 * size, 6 * size, 1]);
    this.floor.visible = toward.dot(vertical) > 0; // from below it would hide everything
  }
}

function isSolid(shape) {
  return shape.kind in KINDS && shape.only !== "sketch" && !shape.dashed && !FAINT.has(shape.role);
}

// The numbers of a shape at one instant.
function inMetres(shape, row) {
  const number = (n) => (typeof n === "number" ? n : row[n.signal]);
  const each = (items, change) => Object.fromEntries(Object.entries(items).map(([k, v]) => [k, change(v)]));
  const points = (p) => (Array.isArray(p[0]) ? p.map((q) => q.map(number)) : p.map(number));
  return {
    ...shape, ...each(shape.points, points), ...each(shape.vectors, (v) => v.map(number)),
    ...each(shape.lengths, number), ...each(shape.numbers, number),
  };
}
