// From simulation to simulation with the keyboard: a link at the top of the page to the first one, and before each a link to
// the next. They are seen when they have the focus.
(() => {
  const german = document.documentElement.lang === "de";
  const places = [...document.querySelectorAll(".book-player")];
  if (!places.length) return;
  const count = places.length;
  const link = (text, target, className) => {
    const made = document.createElement("a");
    Object.assign(made, { href: `#${target}`, textContent: text, className });
    return made;
  };
  places.forEach((place, k) => {
    place.id ||= `simulation-${k + 1}`;
    place.tabIndex = -1;
    const end = `simulation-${k + 1}-end`;
    const next = k + 1 < count
      ? link(german ? `Zur nächsten Simulation (${k + 2} von ${count})` : `Skip to the next simulation (${k + 2} of ${count})`, places[k + 1].id || `simulation-${k + 2}`, "book-skip")
      : link(german ? "Diese Simulation überspringen" : "Skip this simulation", end, "book-skip");
    place.before(next);
    const after = document.createElement("span");
    Object.assign(after, { id: end, tabIndex: -1 });
    place.after(after);
  });
  const first = document.querySelector("#pst-skip-link");
  first?.append(link(german ? `Zu den Simulationen (${count})` : `Skip to the simulations (${count})`, places[0].id, ""));
})();
