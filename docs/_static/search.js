// The search, as one types: in the dialog of every page, and on the page of the search. Its index is loaded when it is opened;
// it is a script, because a page that is opened as a file may load nothing else.
(() => {
  const GERMAN = {
    "Search the book": "Das Buch durchsuchen", "No place found": "Keine Stelle gefunden", "Results": "Treffer", "Show more": "Mehr zeigen",
    "place found": "Stelle gefunden", "places found": "Stellen gefunden", "All results": "Alle Treffer", "The search is loading …": "Die Suche wird geladen …",
    "The search could not be loaded. Reload the page to try again.": "Die Suche konnte nicht geladen werden. Laden Sie die Seite neu, um es noch einmal zu versuchen.",
    chapter: "Kapitel", task: "Aufgabe", reference: "Bibliothek", system: "System", term: "Begriff", equation: "Gleichung", guide: "Seite",
    "Words, an equation such as 5.62 or R(2.14), a symbol such as m_S": "Wörter, eine Gleichung wie 5.62 oder R(2.14), ein Symbol wie m_S",
  };
  const german = document.documentElement.lang === "de";
  const say = (text) => (german ? GERMAN[text] : text) ?? text;
  const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);
  const [FEW, MANY, SNIPPET, PAUSE] = [8, 20, 190, 60]; // results, results, characters, ms
  const WEIGHTS = { title: 5, number: 8, symbols: 2.5, above: 1.2, text: 1, parts: 0.8, code: 0.4 };
  const KINDS = { chapter: 1.5, term: 1.5, equation: 1, task: 1.1, system: 1.2, guide: 0.9, reference: 0.5 };

  // --- the index ----------------------------------------------------------------------------------------------------------
  const script = (name) => new Promise((resolve, reject) => {
    const made = document.createElement("script");
    Object.assign(made, { src: new URL(`_static/search/${name}`, root).href, onload: resolve, onerror: () => reject(new Error(name)) });
    document.head.append(made);
  });
  const inflated = (text) => new Response(new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]).stream()
    .pipeThrough(new DecompressionStream("deflate"))).json();
  let loading;
  const load = () => (loading ??= (async () => {
    const content = new Promise((resolve) => { window.bookSearchIndex = resolve; });
    await Promise.all([script("library.js"), script("index.js")]);
    const { shown, index } = await inflated(await content);
    return { shown, index: await MiniSearch.loadJSAsync(index, window.bookSearchOptions), terms: window.bookSearchTerms };
  })());

  // --- what fits a query ---------------------------------------------------------------------------------------------------
  const options = (shown) => ({
    boost: WEIGHTS, prefix: (term) => term.length > 1,
    boostDocument: (id) => KINDS[shown[id][4]] ?? 1,
  });

  const find = ({ shown, index, terms }, query) => {
    const number = terms.number(query);
    const exact = number ? index.search(number, { ...options(shown), fields: ["number"], prefix: true }) : [];
    const words = terms.words(query);
    const weighty = words.filter((word) => terms.terms(word, "en").length || terms.terms(word, "de").length);
    const each = (weighty.length ? weighty : words).map((word) => ({ combineWith: "OR", queries: terms.asked(word) }));
    const asked = (combineWith, more = {}) => (each.length ? index.search({ combineWith, queries: each }, { ...options(shown), ...more }) : []);
    let rest = asked("AND");
    if (!rest.length && !exact.length) rest = asked("AND", { fuzzy: (term) => term.length > 4 && 0.25, maxFuzzy: 2 });
    if (!rest.length && !exact.length) rest = asked("OR");
    const seen = new Set(exact.map(({ id }) => id));
    return [...exact, ...rest.filter(({ id }) => !seen.has(id))];
  };

  // --- a part of the text, with the words that were found -----------------------------------------------------------------
  const hits = ({ terms }, text, found) => {
    const result = [];
    for (const word of new Set(terms.words(text))) {
      const ways = terms.asked(word);
      const fits = found.some((term) => ways.includes(term) || (term.length > 4 && ways.some((way) => way.includes(term))));
      if (fits) result.push(word);
    }
    return result;
  };
  const marked = (data, text, found) => {
    const words = hits(data, text, found).map((word) => word.replace(/[.*+?^$()|[\]\\{}]/g, "\\$&")).sort((a, b) => b.length - a.length);
    if (!words.length) return [text];
    const pieces = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${words.join("|")})(?![\\p{L}\\p{N}])`, "gu"));
    return pieces.map((piece, k) => (k % 2 ? Object.assign(document.createElement("mark"), { textContent: piece }) : piece));
  };
  const snippet = (data, text, found) => {
    const words = hits(data, text, found);
    let [best, most] = [0, 0];
    const places = words.flatMap((word) => [...text.matchAll(new RegExp(word.replace(/[.*+?^$()|[\]\\{}]/g, "\\$&"), "g"))].map(({ index }) => [index, word]));
    for (const [start] of places) {
      const count = new Set(places.filter(([at]) => at >= start && at < start + SNIPPET - 40).map(([, word]) => word)).size;
      if (count > most || (count === most && start < best)) [best, most] = [start, count];
    }
    let from = Math.max(0, best - 50);
    if (from) from = text.indexOf(" ", from) + 1;
    const to = text.length > from + SNIPPET ? text.lastIndexOf(" ", from + SNIPPET) : text.length;
    return [...(from ? ["… "] : []), ...marked(data, text.slice(from, to), found), ...(to < text.length ? [" …"] : [])];
  };

  const element = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };
  const link = (data, result) => {
    const [url, title, page, text, kind, language] = data.shown[result.id];
    const made = element("a", { href: new URL(url, root).href, className: "book-hit" },
      element("span", { className: "book-hit-title" }, ...marked(data, title, result.terms)),
      element("span", { className: "book-hit-place" }, [say(kind), page].filter(Boolean).join(" · ")),
      element("span", { className: "book-hit-text" }, ...snippet(data, text, result.terms)));
    if (language) made.lang = language;
    return made;
  };
  const counted = (count) => (count ? `${count} ${say(count === 1 ? "place found" : "places found")}` : say("No place found"));

  // --- the dialog: a list below the field, moved through with the arrows ---------------------------------------------------
  const place = ({ input, list, status, fill }) => {
    let timer;
    let turn = 0;
    let shown = "";
    const update = async () => {
      clearTimeout(timer);
      const query = input.value.trim();
      const mine = ++turn;
      if (!query) return fill(null, [], (shown = ""));
      try {
        if (!list.childElementCount) status.textContent = say("The search is loading …");
        const data = await load();
        if (mine !== turn) return;
        const found = find(data, query);
        fill(data, found, (shown = query));
        status.textContent = counted(found.length);
      } catch {
        loading = undefined;
        status.textContent = say("The search could not be loaded. Reload the page to try again.");
      }
    };
    input.placeholder = say("Search the book");
    input.setAttribute("aria-label", `${say("Search the book")}: ${say("Words, an equation such as 5.62 or R(2.14), a symbol such as m_S")}`);
    input.addEventListener("focus", () => load().catch(() => { loading = undefined; }), { once: true });
    input.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(update, PAUSE);
    });
    return { update, settled: () => (shown === input.value.trim() ? undefined : update()) };
  };

  const dialog = document.querySelector("#pst-search-dialog");
  const inDialog = () => {
    const input = dialog.querySelector("input[type=search]");
    const status = element("p", { className: "book-search-status" });
    status.setAttribute("role", "status");
    const list = element("div", { className: "book-hits", id: "book-hits" });
    for (const [name, value] of [["role", "listbox"], ["aria-label", say("Results")]]) list.setAttribute(name, value);
    for (const [name, value] of [["role", "combobox"], ["aria-controls", list.id], ["aria-expanded", "false"], ["aria-autocomplete", "list"]]) {
      input.setAttribute(name, value);
    }
    list.hidden = true;
    dialog.append(status, list);
    let active = -1;
    const choose = (k) => {
      const options = [...list.children];
      if (!options.length) return;
      active = (k + options.length) % options.length;
      options.forEach((option, at) => option.setAttribute("aria-selected", String(at === active)));
      input.setAttribute("aria-activedescendant", options[active].id);
      options[active].scrollIntoView({ block: "nearest" });
    };
    const fill = (data, found, query) => {
      const all = () => element("a", { href: new URL(`search.html?q=${encodeURIComponent(query)}`, root).href,
        className: "book-hit book-hit-all", textContent: `${say("All results")} (${found.length})` });
      list.replaceChildren(...found.slice(0, FEW).map((result) => link(data, result)), ...(found.length > FEW ? [all()] : []));
      [...list.children].forEach((option, k) => {
        Object.assign(option, { id: `book-hit-${k}`, tabIndex: -1 });
        option.setAttribute("role", "option");
      });
      list.hidden = !list.childElementCount;
      input.setAttribute("aria-expanded", String(!list.hidden));
      input.removeAttribute("aria-activedescendant");
      if (!query) status.textContent = "";
      active = -1;
      if (list.childElementCount) choose(0);
      list.scrollTop = 0;
    };
    const { settled } = place({ input, list, status, fill });
    // A key means what fits all that was typed before it, which may not be shown yet; keys are taken in their order.
    let taken = Promise.resolve();
    const take = async (key) => {
      await settled();
      if (key === "Enter") list.children[active]?.click();
      else choose(active + (key === "ArrowDown" ? 1 : -1));
    };
    input.addEventListener("keydown", (event) => {
      if (!["ArrowDown", "ArrowUp", "Enter"].includes(event.key) || !input.value.trim() || event.isComposing) return;
      event.preventDefault();
      taken = taken.then(() => take(event.key));
    });
    list.addEventListener("click", ({ target }) => target.closest("a") && dialog.close());
  };
  if (dialog) inDialog();

  // --- the page of the search ------------------------------------------------------------------------------------------------
  const onPage = (results) => {
    const input = results.parentNode.querySelector("input[type=search]");
    const status = element("p", { className: "book-search-status" });
    status.setAttribute("role", "status");
    const list = element("ol", { className: "book-hits" });
    const more = element("button", { type: "button", className: "btn btn-secondary", hidden: true, textContent: say("Show more") });
    results.append(status, list, more);
    const fill = (data, found, query) => {
      const items = found.map((result) => () => element("li", {}, link(data, result)));
      const show = () => {
        const next = items.splice(0, MANY).map((item) => item());
        list.append(...next);
        more.hidden = !items.length;
        return next[0];
      };
      list.replaceChildren();
      show();
      more.onclick = () => show()?.querySelector("a").focus();
      if (!query) status.textContent = "";
      const address = new URL(location.href);
      address.search = query ? `?q=${encodeURIComponent(query)}` : "";
      history.replaceState(null, "", address);
    };
    const { update } = place({ input, list, status, fill });
    input.form.addEventListener("submit", (event) => {
      event.preventDefault();
      update();
    });
    input.value = new URLSearchParams(location.search).get("q") ?? "";
    input.focus();
    update();
  };
  const results = document.querySelector(".book-search-results");
  if (results) onPage(results);
})();
