// From space to the page, for the whole player: a plane scene is only scaled, a scene in space is seen by a camera that
// can be rotated about its vertical axis. The projection is parallel: lengths along one direction can be compared.

const STEEPEST = 0.49 * Math.PI;
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross3 = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

export const NAMED_VIEWS = { front: [0, 0], side: [Math.PI / 2, 0], top: [0, STEEPEST] };

export class Camera {
  constructor(spec, view = {}) {
    this.spec = spec; // {right, up, vertical}, or undefined for a plane
    this.reset();
    const { azimuth, elevation, ...others } = view;
    Object.assign(this, others);
    if (this.turnable) this.look([azimuth ?? this.azimuth, elevation ?? this.elevation]);
  }

  // What differs from the view as drawn, as the argument `view` of `simulate`.
  get described() {
    const drawn = new Camera(this.spec);
    const result = {};
    for (const name of this.turnable ? ["azimuth", "elevation"] : []) {
      if (Math.abs(this[name] - drawn[name]) > 1e-6) result[name] = this[name];
    }
    if (this.zoom !== 1) result.zoom = this.zoom;
    if (this.shift.some((part) => part !== 0)) result.shift = this.shift;
    return result;
  }

  get turnable() {
    return Boolean(this.spec?.vertical);
  }

  reset() {
    this.zoom = 1;
    this.shift = [0, 0]; // m on the page
    if (!this.turnable) return;
    const [first, , third] = this.asDrawn();
    this.azimuth = Math.atan2(-first[2], first[0]);
    this.elevation = Math.asin(Math.max(-1, Math.min(1, third[1])));
  }

  // The rows of the scene itself, its vertical axis in the middle.
  asDrawn() {
    const { right, up, vertical } = this.spec;
    const turned = ([x, y, z]) => (vertical === "z" ? [x, z, -y] : [x, y, z]);
    return [right, up, cross3(right, up)].map(turned);
  }

  turn(azimuth, elevation) {
    this.azimuth += azimuth;
    this.elevation = Math.max(-STEEPEST, Math.min(STEEPEST, this.elevation + elevation));
  }

  look([azimuth, elevation]) {
    Object.assign(this, { azimuth, elevation });
  }

  get changed() {
    return Object.keys(this.described).length > 0;
  }

  scaleBy(factor) {
    const before = this.zoom;
    this.zoom = Math.max(0.2, Math.min(20, this.zoom * factor));
    return this.zoom / before;
  }

  // Enlarge about the place (x, y) of a picture, pixels, which stays where it is.
  scaleAt(factor, run, width, height, x, y) {
    const { scale } = this.view(run, width, height);
    const part = (1 - 1 / this.scaleBy(factor)) / scale;
    this.shift = [this.shift[0] + part * (x - width / 2), this.shift[1] - part * (y - height / 2)];
  }

  // Move what is seen by pixels.
  shiftBy(dx, dy, { scale }) {
    this.shift = [this.shift[0] - dx / scale, this.shift[1] + dy / scale];
  }

  // To the right, upwards and towards the viewer, as rows; undefined for a plane.
  get rows() {
    if (!this.spec) return undefined;
    if (!this.turnable) return [this.spec.right, this.spec.up, cross3(this.spec.right, this.spec.up)];
    const [ca, sa, ce, se] = [Math.cos(this.azimuth), Math.sin(this.azimuth), Math.cos(this.elevation), Math.sin(this.elevation)];
    const rows = [[ca, 0, -sa], [-sa * se, ce, -ca * se], [sa * ce, se, ca * ce]];
    return this.spec.vertical === "z" ? rows.map(([x, y, z]) => [x, -z, y]) : rows;
  }

  // What is in the middle of the page: a rotated view keeps its distance from the middle of all that moves.
  middle(run) {
    const [l, r, b, t] = run.window;
    const middle = [(l + r) / 2, (b + t) / 2];
    if (!this.turnable) return middle;
    const room = run.room[0].map((low, i) => (low + run.room[1][i]) / 2);
    const { right, up } = this.spec;
    const [a, c] = this.rows;
    return [middle[0] - dot(right, room) + dot(a, room), middle[1] - dot(up, room) + dot(c, room)];
  }

  // Pixels for points and vectors of the scene; `depth` is larger the nearer a point is.
  view(run, width, height) {
    const { rows } = this;
    const [l, r, b, t] = run.window;
    const scale = this.zoom * Math.min(width / (r - l), height / (t - b));
    const [mx, my] = this.middle(run).map((place, i) => place + this.shift[i]);
    const [x0, y0] = [width / 2 - scale * mx, height / 2 + scale * my];
    const onPage = rows ? (p) => [dot(rows[0], p), dot(rows[1], p)] : (p) => p;
    return {
      scale, rows, middle: [mx, my], vertical: this.spec?.vertical,
      point: (p) => {
        const [x, y] = onPage(p);
        return [x0 + scale * x, y0 - scale * y];
      },
      vector: (v) => {
        const [x, y] = onPage(v);
        return [x, -y];
      },
      depth: rows && ((v) => dot(rows[2], v)),
      toWorld: (x, y) => [(x - x0) / scale, (y0 - y) / scale],
    };
  }
}
