// Answers in the page of a task: its answer cells can be written in, and its checks run in a worker with Python. Cells of a
// chapter that need nothing but sympy can be changed and run in the same way, once the reader asks for it.
// Without JavaScript the page is the statement; from file:// answers can be written and taken along, but not checked.
(() => {
  const SECONDS = 60; // for one run; Python's start does not count
  const GERMAN = {
    "This browser does not keep your answers (its storage is full or switched off). Download the notebook before you close the page.":
      "Dieser Browser bewahrt Ihre Antworten nicht auf (der Speicher ist voll oder abgeschaltet). Laden Sie das Notebook herunter, bevor Sie die Seite schließen.",
    "the task was not found": "die Aufgabe wurde nicht gefunden",
    "Your answer": "Ihre Antwort", Output: "Ausgabe", Check: "Prüfen", Run: "Ausführen", Stop: "Anhalten", Running: "Läuft",
    "Check all": "Alles prüfen", "Download the notebook": "Notebook herunterladen", "Clear all answers": "Alle Antworten leeren",
    "Clear all answers of this task? They cannot be restored.": "Alle Antworten dieser Aufgabe leeren? Sie lassen sich nicht wiederherstellen.",
    "Stopped. Python starts again with the next check.": "Angehalten. Mit der nächsten Prüfung startet Python neu.",
    "Stopped after 60 s: is there an endless loop? Python starts again with the next check.":
      "Nach 60 s angehalten: Gibt es eine Endlosschleife? Mit der nächsten Prüfung startet Python neu.",
    "Checks need a web server: browsers do not start Python from a file. Download the notebook, or open the book at its address.":
      "Prüfungen brauchen einen Webserver: Aus einer Datei starten Browser kein Python. Laden Sie das Notebook herunter, oder öffnen Sie das Buch unter seiner Adresse.",
    "Python could not be loaded. Check the network, then try again.":
      "Python konnte nicht geladen werden. Ist das Netz weg? Versuchen Sie es noch einmal.",
    "Python stopped. Try again, or download the notebook.":
      "Python konnte nicht weitermachen. Versuchen Sie es noch einmal, oder laden Sie das Notebook herunter.",
    "Python is starting; the first time, it loads about 15 MB …": "Python startet; beim ersten Mal werden etwa 15 MB geladen …",
    "No answers here": "Hier kann man nicht antworten", "Change and run": "Ändern und ausführen", Reset: "Zurücksetzen", Hint: "Tipp", of: "von", Hints: "Tipps",
  };
  const language = document.documentElement.lang || "en";
  const say = (text) => (language === "de" ? GERMAN[text] : text) ?? text;
  const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);
  const name = location.pathname.split("/").slice(-2).join("/").replace(/\.html$/, "");
  const inChapter = name.startsWith("course/");
  const page = inChapter ? name : `exercises/${name}`;
  const KEY = `mechanics-answers:${name}`;
  const places = Object.fromEntries([...document.querySelectorAll("div.cell[class*='tag_answer--']")].map((place) => [
    [...place.classList].find((word) => word.startsWith("tag_answer--")).slice("tag_answer--".length), place]));
  if (!Object.keys(places).length) return;

  const element = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), { lang: language }, properties);
    made.append(...children);
    return made;
  };
  const button = (text, onclick, className = "") =>
    element("button", { type: "button", textContent: say(text), onclick, className: `answer-button ${className}` });

  // --- the task: a script, which loads from file://, too ------------------------------------------------------------------
  const task = new Promise((resolve, reject) => {
    window.mechanicsTask = resolve;
    const src = new URL(`_static/tasks/${name}.js`, root).href;
    document.head.append(element("script", { src, onerror: () => reject(new Error(say("the task was not found"))) }));
  });

  // --- what is kept in this browser ---------------------------------------------------------------------------------------
  const recall = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      return {};
    }
  };
  const kept = recall();
  const keep = () => {
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
      notice.textContent = "";
    } catch {
      notice.textContent = say("This browser does not keep your answers (its storage is full or switched off). "
        + "Download the notebook before you close the page.");
    }
  };

  // --- cells to write in --------------------------------------------------------------------------------------------------
  const notice = element("p", { className: "answer-notice" });
  notice.setAttribute("role", "status");
  const inputs = {};
  const outputs = {};
  const worth = {}; // points of each check

  // steps.js keeps it for the page "Where am I?"
  const record = (id, state, said = "") => {
    const title = document.querySelector("h1").firstChild.textContent.replace(/\s*\(?\s*$/, ""); // no German name in brackets
    const points = Object.values(worth).reduce((total, one) => total + one, 0);
    const detail = { task: page, title, steps: Object.keys(worth).length, points, id, name: id && plain(id), worth: worth[id], state, said };
    document.dispatchEvent(new CustomEvent("mechanics-step", { detail }));
  };

  const indent = (event) => {
    const area = event.target;
    const before = area.value.slice(0, area.selectionStart).split("\n").pop();
    const space = before.match(/^ */)[0] + (before.trimEnd().endsWith(":") ? "    " : "");
    if (!space) return;
    event.preventDefault();
    area.setRangeText(`\n${space}`, area.selectionStart, area.selectionEnd, "end");
    area.dispatchEvent(new Event("input"));
  };

  const editor = (id, label, source) => {
    const area = element("textarea", { className: "answer-input", value: kept[id] ?? source, spellcheck: false, wrap: "off" });
    for (const word of ["autocapitalize", "autocomplete", "autocorrect"]) area.setAttribute(word, "off");
    area.setAttribute("aria-label", label);
    const fit = () => { area.rows = Math.max(2, area.value.split("\n").length); };
    area.oninput = () => {
      fit();
      if (area.value === source) delete kept[id];
      else kept[id] = area.value;
      keep();
      const check = area.dataset.target;
      if (check in worth && !outputs[check].classList.contains("answer-old")) record(check, "changed");
      for (const output of Object.values(outputs)) {
        if (area.compareDocumentPosition(output) & Node.DOCUMENT_POSITION_FOLLOWING) output.classList.add("answer-old");
      }
    };
    area.onkeydown = (event) => {
      if (event.key !== "Enter") return;
      if (event.shiftKey || event.ctrlKey || event.metaKey) {
        event.preventDefault();
        start([area.dataset.target]);
      } else indent(event);
    };
    fit();
    return area;
  };

  const region = (label) => {
    const made = element("div", { className: "answer-output", tabIndex: -1 });
    made.setAttribute("role", "region");
    made.setAttribute("aria-live", "polite");
    made.setAttribute("aria-label", label);
    return made;
  };

  const plain = (id) => id.replace(/-(answer|check)$/, "").replace(/[-_]/g, " ");
  const words = (id) => labels[plain(id)] ?? plain(id);
  let labels = {}; // words of the task in the language of the edition

  // A board to draw on, where the answer is a free-body diagram: it writes the lines into the cell. What is typed there is
  // drawn, unless it needs Python to be understood.
  const board = (place, area, spec) => {
    const el = element("div", { className: "answer-board" });
    const follow = () => {
      const actions = mechanicsBoard.actionsIn(area.value, spec);
      if (!actions) return;
      el.replaceChildren();
      const values = { spec, actions };
      mechanicsBoard.render({ model: { get: (key) => values[key], set() {}, save_changes() {} }, el });
      place.querySelector(".cell_output")?.setAttribute("hidden", "");
    };
    area.before(el);
    follow();
    area.addEventListener("input", ({ ofBoard }) => ofBoard || follow());
  };

  const loaded = (path) => new Promise((resolve, reject) => {
    document.head.append(element("script", { src: new URL(path, root).href, onload: resolve, onerror: reject }));
  });

  const boards = async (given) => {
    if (!Object.keys(given).length) return;
    document.head.append(element("link", { rel: "stylesheet", href: new URL("_static/board.css", root).href }));
    await loaded("_static/board.js");
    for (const [id, spec] of Object.entries(given)) board(places[id], inputs[id], spec);
  };

  const lay = ({ notebook, checks, texts, boards: drawn }) => {
    labels = texts ? JSON.parse(texts) : {};
    const cells = Object.fromEntries(notebook.cells.map((cell) => [cell.id, cell]));
    for (const [id, place] of Object.entries(places)) {
      const source = [].concat(cells[id].source).join("");
      const area = (inputs[id] = editor(id, `${say("Your answer")}: ${words(id)}`, source));
      area.dataset.target = id;
      outputs[id] = region(`${say("Output")}: ${words(id)}`);
      const run = button("Run", () => start([id]));
      run.setAttribute("aria-label", `${say("Run")}: ${words(id)}`);
      const parts = [area, element("div", { className: "answer-buttons" }, run), outputs[id]];
      if (inChapter) parts[1].append(resetting(id, area, source));
      if (inChapter && kept[id] === undefined) place.append(opening(place, id, parts));
      else showEditor(place, parts);
    }
    for (const { id, after, needs, hints } of checks) {
      const place = places[after];
      worth[id] = cells[id].metadata.nbgrader?.points ?? 0;
      outputs[id] = region(`${say("Check")}: ${words(id)}`);
      if (needs) {
        place.append(element("p", { className: "answer-needs", textContent: needs }));
      }
      const check = button("Check", () => start([id]), "answer-check");
      check.setAttribute("aria-label", `${say("Check")}: ${words(id)}`);
      place.querySelector(".answer-buttons").prepend(check);
      place.append(outputs[id]);
      if (hints.length) place.append((asides[id] = helping(id, hints)));
      inputs[after].dataset.target = id;
    }
    if (!inChapter) bar(notebook, checks);
    boards(drawn).catch(() => {}); // the picture is there, and the lines can be typed
  };

  // The text of a cell gives way to the place to write in; in a chapter when the reader asks for it.
  const showEditor = (place, parts) => {
    place.querySelector(".cell_input").hidden = true;
    place.append(...parts);
  };
  const resetting = (id, area, source) => {
    const reset = button("Reset", () => {
      area.value = source;
      area.oninput();
    });
    reset.setAttribute("aria-label", `${say("Reset")}: ${words(id)}`);
    return reset;
  };
  const opening = (place, id, parts) => {
    const open = button("Change and run", () => {
      open.remove();
      showEditor(place, parts);
      parts[0].focus();
    });
    open.setAttribute("aria-label", `${say("Change and run")}: ${words(id)}`);
    return open;
  };

  // Hints unfold one by one below a check that is not right yet; how many have been taken is kept.
  const asides = {};
  const helping = (id, hints) => {
    const list = element("ol");
    const taken = `hints:${id}`;
    const more = button("Hint", () => {
      kept[taken] = list.childElementCount + 1;
      keep();
      unfold(kept[taken]);
      list.lastElementChild.focus();
    });
    const unfold = (count) => {
      for (const hint of hints.slice(list.childElementCount, count)) {
        const item = element("li", { innerHTML: hint, tabIndex: -1 }); // our own: made by docs/book/inpage/tasks.py
        list.append(item);
        window.MathJax?.typesetPromise?.([item]);
      }
      more.textContent = `${say("Hint")} ${list.childElementCount + 1} ${say("of")} ${hints.length}`;
      more.setAttribute("aria-label", `${more.textContent}: ${words(id)}`);
      more.hidden = list.childElementCount === hints.length;
    };
    unfold(kept[taken] ?? 0);
    const aside = element("div", { className: "answer-hints", hidden: !kept[taken] }, list, more);
    aside.setAttribute("role", "group");
    aside.setAttribute("aria-label", `${say("Hints")}: ${words(id)}`);
    return aside;
  };

  const bar = (notebook, checks) => {
    const place = element("div", { className: "answer-bar" },
      button("Check all", () => start(checks.map(({ id }) => id)), "answer-check"),
      button("Download the notebook", () => download(notebook)),
      button("Clear all answers", empty), stop);
    document.querySelector(".answer-place").replaceChildren(place, state, notice);
  };

  const empty = () => {
    if (!confirm(say("Clear all answers of this task? They cannot be restored."))) return;
    for (const id of Object.keys(kept)) delete kept[id];
    keep();
    record();
    location.reload();
  };

  // --- the notebook, with the answers, to be handed in --------------------------------------------------------------------
  const download = (notebook) => {
    const copy = structuredClone(notebook);
    for (const cell of copy.cells) {
      if (inputs[cell.id]) cell.source = inputs[cell.id].value.split(/(?<=\n)/);
    }
    const file = new Blob([`${JSON.stringify(copy, null, 1)}\n`], { type: "application/x-ipynb+json" });
    const link = element("a", { href: URL.createObjectURL(file), download: `${name.split("/")[1]}.ipynb` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };

  // --- Python -------------------------------------------------------------------------------------------------------------
  const state = element("p", { className: "answer-state" });
  state.setAttribute("role", "status");
  const stop = button("Stop", () => end(say("Stopped. Python starts again with the next check.")));
  stop.hidden = true;
  let worker = null;
  let answer = null; // what the worker's next word settles
  let busy = false;

  const end = (sentence) => {
    worker?.terminate();
    worker = null;
    answer?.reject(new Error(sentence));
  };

  const ask = (message) => new Promise((resolve, reject) => {
    answer = { resolve, reject };
    worker.postMessage(message);
  });

  const open = async () => {
    if (location.protocol === "file:") {
      throw new Error(say("Checks need a web server: browsers do not start Python from a file. Download the notebook, "
        + "or open the book at its address."));
    }
    worker = new Worker(new URL("_static/answers-worker.js", root), { type: "module" });
    worker.onerror = () => end(say("Python could not be loaded. Check the network, then try again."));
    worker.onmessage = ({ data }) => {
      if (data.kind === "cell") show(data.id, data.outputs);
      else if (data.kind === "done") answer.resolve();
      else end(`${say("Python stopped. Try again, or download the notebook.")} (${data.reason})`);
    };
    state.textContent = say("Python is starting; the first time, it loads about 15 MB …");
    const { notebook, keys, texts } = await task;
    await ask({ kind: "open", base: new URL("_static/python/", root).href, task: JSON.stringify({ notebook, keys, texts, language }) });
  };

  const start = async (targets) => {
    if (busy) return;
    busy = true;
    if (inChapter) outputs[targets[0]].before(state, stop, notice); // a task has a bar for them
    document.body.classList.add("answer-busy");
    stop.hidden = false;
    let timer;
    try {
      if (!worker) await open();
      for (const target of targets) {
        state.textContent = `${say("Running")}: ${words(target)} …`;
        const late = say("Stopped after 60 s: is there an endless loop? Python starts again with the next check.");
        timer = setTimeout(() => end(late), SECONDS * 1000);
        const answers = Object.fromEntries(Object.entries(inputs).map(([id, { value }]) => [id, value]));
        await ask({ kind: "run", answers: JSON.stringify(answers), target });
        clearTimeout(timer);
      }
      state.textContent = "";
    } catch (problem) {
      clearTimeout(timer);
      state.textContent = problem.message;
      const output = outputs[targets[0]];
      output.replaceChildren(element("p", { className: "answer-notice", textContent: problem.message }));
      if (worker && location.protocol === "file:") worker = null;
    } finally {
      answer = null;
      busy = false;
      stop.hidden = true;
      document.body.classList.remove("answer-busy");
    }
  };

  // --- what cells say -----------------------------------------------------------------------------------------------------
  const formula = (latex, text) => {
    const place = element("div", { className: "math notranslate nohighlight", textContent: text });
    if (window.MathJax?.typesetPromise) {
      place.textContent = `\\[${latex.replace(/^\$\\displaystyle |\$$/g, "")}\\]`;
      requestAnimationFrame(() => MathJax.typesetPromise([place]));
    }
    return place;
  };

  const shown = ({ text, latex, html, error, absent }) => {
    if (error) return element("pre", { className: "answer-error", textContent: error, tabIndex: 0 });
    if (absent) return element("p", { className: "answer-needs", textContent: absent });
    if (html) return element("div", { innerHTML: html }); // our own: what a check says, see mechanics/checks/display.py
    return latex ? formula(latex, text) : element("pre", { textContent: text, tabIndex: 0 });
  };

  const show = (id, list) => {
    const given = Object.keys(inputs)[0];
    const output = outputs[id] ?? (list.some(({ error, more }) => error && !more) ? outputs[given] : null);
    if (!output) return;
    output.classList.remove("answer-old");
    if (inChapter) output.closest(".cell")?.querySelector(".cell_output")?.setAttribute("hidden", "");
    output.replaceChildren(...list.map(shown));
    const step = id in worth && output.querySelector(".mechanics-step[data-state]");
    if (step) record(id, step.dataset.state, step.textContent.trim());
    const verdict = output.querySelector(".mechanics-step")?.textContent.trim() ?? "";
    if (asides[id] && !verdict.startsWith("✓")) asides[id].hidden = false;
  };

  task.then(lay, (problem) => {
    document.querySelector(".answer-place")?.append(element("p", { textContent: `${say("No answers here")}: ${problem.message}.` }));
  });
})();
