// Turning and enlarging a view of space: with the pointer, the wheel, keys, and controls below the picture.

import { NAMED_VIEWS } from "./camera.js";
import { element, iconButton, select } from "./controls.js";

const TURN = 0.008; // rad for a pixel
const KEY_TURN = Math.PI / 24;
export const VIEW_KEYS_HELP = " W, A, S and D turn the view, E and Q enlarge and reduce it, R restores it.";

// Controls for a player whose camera can be turned.
export function viewControls(player) {
  const { camera } = player;
  const drawn = () => player.draw();
  const views = [["", "View"], ["drawn", "As drawn"], ...Object.keys(NAMED_VIEWS).map((name) => [name, `From ${name === "top" ? "above" : `the ${name}`}`])];
  const list = select("View", views, (name) => {
    if (name === "drawn") camera.reset();
    else if (name) camera.look(NAMED_VIEWS[name]);
    list.value = "";
    drawn();
  });
  const frames = element("input", { type: "checkbox", checked: true });
  frames.addEventListener("change", () => ((player.frames = frames.checked), drawn()));
  const scale = (factor) => (camera.scaleBy(factor), drawn());
  const hasFrames = player.spec.scene.shapes.some((shape) => shape.role === "axis");
  return [
    list, iconButton("smaller", "Reduce", () => scale(1 / 1.2)), iconButton("larger", "Enlarge", () => scale(1.2)),
    ...(hasFrames ? [element("label", { class: "mp-check" }, frames, "Frames")] : []),
  ];
}

export function viewKeys({ camera }) {
  return {
    a: () => camera.turn(-KEY_TURN, 0), d: () => camera.turn(KEY_TURN, 0),
    w: () => camera.turn(0, KEY_TURN), s: () => camera.turn(0, -KEY_TURN),
    e: () => camera.scaleBy(1.2), q: () => camera.scaleBy(1 / 1.2), r: () => camera.reset(),
  };
}

// Dragging the empty picture turns it; `on(target, event, action)` registers what ends with the player.
export function makeTurnable(player, on) {
  const { canvas, camera } = player;
  let held = false;
  on(canvas, "pointerdown", (event) => {
    if (player.dragging || event.button !== 0) return;
    held = true;
    canvas.setPointerCapture(event.pointerId);
  });
  on(canvas, "pointermove", (event) => {
    if (!held) return;
    camera.turn(-TURN * event.movementX, TURN * event.movementY);
    player.draw();
  });
  for (const name of ["pointerup", "pointercancel"]) on(canvas, name, () => (held = false));
  on(canvas, "wheel", (event) => {
    if (!event.ctrlKey && !player.root.contains(document.activeElement)) return; // the page scrolls
    event.preventDefault();
    camera.scaleBy(Math.exp(-0.0015 * event.deltaY));
    player.draw();
  });
}
