// Turning, shifting and enlarging what the picture shows: with the pointer, two fingers, keys, and controls. The wheel and
// a swipe belong to the page; with Ctrl the wheel enlarges, as a browser itself does.

import { NAMED_VIEWS } from "./camera.js";
import { element, iconButton, select } from "./controls.js";

const TURN = 0.008; // rad for a pixel
const KEY_TURN = Math.PI / 24;
const STEP = 1.25;
export const ZOOM_KEYS_HELP = " E and Q enlarge and reduce the picture, R restores it.";
export const VIEW_KEYS_HELP = " W, A, S and D turn the view.";

// The buttons in a corner of the picture.
export function cornerControls(player) {
  const { camera } = player;
  const about = (factor) => {
    const { width, height } = player.size;
    camera.scaleAt(factor, player.framed(), width, height, width / 2, height / 2);
    player.viewChanged();
  };
  player.restoreButton = iconButton("restore", "Restore the view", () => (camera.reset(), player.viewChanged()), { "data-name": "restore" });
  return element("div", { class: "mp-corner" }, player.restoreButton,
    iconButton("smaller", "Reduce", () => about(1 / STEP)), iconButton("larger", "Enlarge", () => about(STEP)));
}

// The list of directions, and whether axes are drawn, for a view of space.
export function viewControls(player) {
  const { camera } = player;
  const views = [["", "View"], ["drawn", "As drawn"], ...Object.keys(NAMED_VIEWS).map((name) => [name, `From ${name === "top" ? "above" : `the ${name}`}`])];
  const list = select("View", views, (name) => {
    if (name === "drawn") camera.reset();
    else if (name) camera.look(NAMED_VIEWS[name]);
    list.value = "";
    player.viewChanged();
  });
  const frames = element("input", { type: "checkbox", checked: true });
  frames.addEventListener("change", () => ((player.frames = frames.checked), player.draw()));
  const hasFrames = player.spec.scene.shapes.some((shape) => shape.role === "axis");
  return [list, ...(hasFrames ? [element("label", { class: "mp-check" }, frames, "Frames")] : [])];
}

export function viewKeys({ camera }) {
  const turns = camera.turnable && {
    a: () => camera.turn(-KEY_TURN, 0), d: () => camera.turn(KEY_TURN, 0),
    w: () => camera.turn(0, KEY_TURN), s: () => camera.turn(0, -KEY_TURN),
  };
  return { ...turns, e: () => camera.scaleBy(STEP), q: () => camera.scaleBy(1 / STEP), r: () => camera.reset() };
}

// Dragging the empty picture turns a view of space, and shifts one that is enlarged; two fingers enlarge and shift both.
// `on(target, event, action)` registers what ends with the player.
export function makeMovable(player, on) {
  const { canvas, camera } = player;
  const fingers = new Map(); // place by pointer
  const place = (event) => [event.offsetX, event.offsetY];
  const grip = () => {
    const [[ax, ay], [bx, by]] = fingers.values();
    return { x: (ax + bx) / 2, y: (ay + by) / 2, far: Math.max(1, Math.hypot(ax - bx, ay - by)) };
  };
  on(canvas, "pointerdown", (event) => {
    if (player.dragging || event.button !== 0) return;
    fingers.set(event.pointerId, place(event));
    if (event.pointerType !== "touch" || fingers.size === 2) canvas.setPointerCapture(event.pointerId);
  });
  on(canvas, "pointermove", (event) => {
    if (!fingers.has(event.pointerId) || player.dragging) return;
    const { width, height } = player.size;
    const [x, y] = fingers.get(event.pointerId);
    const before = fingers.size === 2 && grip();
    fingers.set(event.pointerId, place(event));
    const [dx, dy] = [event.offsetX - x, event.offsetY - y];
    const view = player.view();
    if (before) {
      const now = grip();
      camera.shiftBy(now.x - before.x, now.y - before.y, view);
      camera.scaleAt(now.far / before.far, player.framed(), width, height, now.x, now.y);
    } else if (camera.turnable && !event.shiftKey) camera.turn(-TURN * dx, TURN * dy);
    else if (camera.zoom > 1 || camera.turnable) camera.shiftBy(dx, dy, view);
    else return;
    player.viewChanged();
  });
  for (const name of ["pointerup", "pointercancel"]) on(canvas, name, (event) => fingers.delete(event.pointerId));
  on(canvas, "wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return; // the page scrolls
    event.preventDefault();
    camera.scaleAt(Math.exp(-0.0025 * event.deltaY), player.framed(), player.size.width, player.size.height, ...place(event));
    player.viewChanged();
  }, { passive: false });
}
