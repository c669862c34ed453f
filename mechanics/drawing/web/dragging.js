// Dragging a body to a new start. The kernel finds the coordinates that bring the point of the body to the pointer; the
// sliders of the group "Start" do the same from the keyboard.

const REACH = 28; // pixels around a handle

// Watch the canvas; `on(target, event, action)` adds a listener that is removed with the player.
export function makeDraggable(player, on) {
  const { canvas, spec } = player;
  let held = null;

  function handleAt(event) {
    const row = player.run.at(player.time);
    const view = player.view();
    const number = (n) => (typeof n === "number" ? n : row[n.signal]);
    const distance = ({ at }) => {
      const [x, y] = view.point(at.map(number));
      return Math.hypot(x - event.offsetX, y - event.offsetY);
    };
    const [nearest] = spec.scene.handles.map((handle, index) => ({ index, d: distance(handle) })).sort((a, b) => a.d - b.d);
    return nearest && nearest.d < REACH ? nearest.index : null;
  }

  function drag(event, change = {}) {
    const view = player.view();
    const [x, y] = view.toWorld(event.offsetX, event.offsetY);
    player.ask(change, { handle: held, x, y, ...(view.rows && { camera: view.rows.slice(0, 2) }) });
  }

  on(canvas, "pointerdown", (event) => {
    held = handleAt(event);
    player.dragging = held !== null;
    if (held === null) return;
    canvas.setPointerCapture(event.pointerId);
    const row = player.run.at(player.time);
    const now = Object.values(spec.variables).filter((v) => v.start).map((v) => [v.name, v.main ? row[v.column] : 0]);
    player.scrub(player.run.start); // the dragged position is the new start, at rest
    drag(event, Object.fromEntries(now));
  });
  on(canvas, "pointermove", (event) => {
    if (held === null) canvas.style.cursor = handleAt(event) !== null ? "grab" : player.camera.turnable ? "move" : "";
    else drag(event);
  });
  const release = () => {
    if (held === null) return;
    held = null;
    player.dragging = false;
    player.play();
  };
  on(canvas, "pointerup", release);
  on(canvas, "pointercancel", release);
}
