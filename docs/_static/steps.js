// What checks in the pages of tasks have said, for the page "Where am I?". Kept in this browser only.
(() => {
  const KEY = "mechanics-steps";
  const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);
  const german = document.documentElement.lang === "de";
  const say = (english, other) => (german ? other : english);
  const STATES = {
    right: ["✓", say("right", "richtig")], noted: ["…", say("noted", "notiert")], wrong: ["✗", say("not right yet", "noch nicht richtig")],
    unanswered: ["○", say("not yet answered", "noch nicht beantwortet")], "not run": ["↻", say("run it again", "noch einmal ausführen")],
    changed: ["↻", say("changed since, check it again", "seither geändert, noch einmal prüfen")],
    "not judged": ["!", say("not judged", "nicht beurteilt")],
  };
  const MOST = 5; // of what was not right most often

  const recall = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      return {}; // storage is refused, or holds something else
    }
  };

  // a step of a task in this page: {task, title, steps, points, id, name, worth, state, said}, or {task} where all is cleared
  document.addEventListener("mechanics-step", ({ detail: { task, title, steps, points, id, name, worth, state, said } }) => {
    const all = recall();
    if (id === undefined) delete all[task];
    else {
      const done = all[task]?.done ?? {};
      const before = done[id];
      if (state === "changed" && !before) return;
      const tries = (before?.tries ?? 0) + (state === "wrong");
      done[id] = { name, worth, state, tries, said: state === "wrong" ? said : before?.said };
      all[task] = { title, steps, points, done };
    }
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // full or refused: nothing is kept
    }
  });

  const element = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };
  const sum = (steps, state) => steps.filter((step) => step.state === state).reduce((total, { worth }) => total + worth, 0);
  const standing = ({ steps, points, done }) => {
    const known = Object.values(done);
    const finished = known.filter(({ state }) => state === "right" || state === "noted").length;
    const noted = sum(known, "noted");
    return say(`${finished} of ${steps} steps, ${sum(known, "right")} of ${points} points`,
      `${finished} von ${steps} Schritten, ${sum(known, "right")} von ${points} Punkten`)
      + (noted ? say(` and ${noted} noted`, ` und ${noted} notiert`) : "");
  };
  const row = ({ name, worth, state, tries }) => {
    const cells = [STATES[state].join(" "), name, worth, tries ? say(`${tries} × not right`, `${tries} × nicht richtig`) : ""];
    return element("tr", {}, ...cells.map((text) => element("td", { textContent: text })));
  };
  const task = ([page, known]) => element("details", {},
    element("summary", { textContent: `${known.title}: ${standing(known)}` }),
    element("p", {}, element("a", { href: new URL(`${page}.html`, root).href, textContent: say("Open it", "Öffnen") })),
    element("table", {}, element("tbody", {}, ...Object.values(known.done).map(row))));

  const place = document.querySelector(".book-tasks-begun");
  if (!place) return;
  const begun = Object.entries(recall());
  if (!begun.length) {
    place.textContent = say("No step of a task has been checked in this browser yet.",
      "In diesem Browser wurde noch kein Schritt einer Aufgabe geprüft.");
    return;
  }
  const often = begun.flatMap(([, { title, done }]) => Object.values(done).map((step) => ({ title, ...step })))
    .filter(({ tries }) => tries > 1).sort((a, b) => b.tries - a.tries).slice(0, MOST)
    .map(({ title, name, tries, said }) => element("li", { textContent: `${title}, ${name}: ${tries} ×. ${said ?? ""}` }));
  place.replaceChildren(...begun.map(task));
  if (often.length) {
    place.append(element("details", {},
      element("summary", { textContent: say("What was not right most often", "Was am häufigsten nicht stimmte") }),
      element("ul", {}, ...often)));
  }
})();
