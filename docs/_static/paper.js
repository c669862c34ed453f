// What a style sheet cannot do for paper: light colours, formulas no wider than the sheet, numbered figures, and answers
// at the end of the page instead of below their questions. All of it is undone when the page has been printed.
(() => {
  const SHEET = 47; // em between the margins of A4, of text in 10.5 pt
  const DERIVED = /^(Step|Schritt)\b/;
  const NAMES = /^(Answer|Solution|Why\?|Hint( \d)?|Antwort|Lösung|Warum\?|Hinweis( \d)?|Tipp( \d)?)$/;
  const german = document.documentElement.lang === "de";
  const say = (english, translated) => (german ? translated : english);
  const article = document.querySelector(".bd-article");
  let undo = null;

  const element = (tag, className, ...children) => {
    const made = Object.assign(document.createElement(tag), { className, lang: document.documentElement.lang });
    made.append(...children);
    return made;
  };

  const title = () => {
    const heading = article.querySelector("h1")?.cloneNode(true);
    heading?.querySelector(".headerlink")?.remove();
    return heading?.textContent.trim() ?? document.title;
  };

  // What numbers of figures begin with: 5b for a chapter, as its title begins; T5.2 for a task, S for the page of systems.
  const prefix = () => {
    const [folder, name] = location.pathname.split("/").slice(-2);
    const number = /^(?:\S+ )?([A-Z]?\.?\d[\w.–-]*)[: ]/.exec(`${title()} `)?.[1];
    return number ? (folder === "course" ? number : `T${number}`) : name[0].toUpperCase();
  };

  const light = () => {
    const { dataset } = document.documentElement;
    const before = dataset.theme;
    dataset.theme = "light";
    return () => (dataset.theme = before);
  };

  const fitted = () => {
    const rule = element("style", "", `.bd-article div.math { width: ${SHEET}em !important; max-width: none !important; overflow: auto !important; }`);
    document.head.append(rule);
    const widest = (place) => Math.max(...[place, ...place.querySelectorAll("*")].map(({ scrollWidth }) => scrollWidth ?? 0));
    const wide = [...article.querySelectorAll("div.math")].map((place) => [place, place.clientWidth / widest(place)])
      .filter(([, scale]) => scale < 0.995);
    rule.remove();
    for (const [place, scale] of wide) place.style.setProperty("--paper-scale", scale.toFixed(3));
    return () => wide.forEach(([place]) => place.style.removeProperty("--paper-scale"));
  };

  const numbered = () => {
    const begin = prefix();
    const made = [];
    const places = article.querySelectorAll(".book-strip > figcaption, .cell_output img, section > p > img, section > img");
    for (const place of [...places].filter((one) => !one.closest(".book-player, .book-strip > img") && (one.alt !== "" || one.tagName === "FIGCAPTION"))) {
      const label = element("b", "book-figure", `${say("Figure", "Abbildung")} ${begin}.${made.length + 1} `);
      label.id = `figure-${made.length + 1}`;
      if (place.tagName === "FIGCAPTION") {
        place.prepend(label);
        made.push(label);
      } else {
        const caption = element("p", "book-paper book-caption", label, " ", place.alt);
        place.after(caption);
        made.push(caption);
      }
    }
    return () => made.forEach((one) => one.remove());
  };

  const answered = () => {
    const folds = [...article.querySelectorAll("details")].filter((one) => !one.closest(".book-player") && one.querySelector("summary"));
    const list = element("ol", "");
    const moved = [];
    for (const fold of folds) {
      const summary = fold.querySelector("summary");
      const title = summary.innerText.trim() || summary.textContent.trim();
      if (DERIVED.test(title)) continue;
      const body = [...fold.childNodes].filter((node) => node !== summary);
      const item = element("li", "");
      if (!NAMES.test(title)) item.append(element("strong", "", title), " ");
      item.append(...body);
      list.append(item);
      const note = element("span", "book-elsewhere", ` → ${list.children.length}, ${say("at the end", "am Ende")}`);
      summary.append(note);
      moved.push(() => (note.remove(), fold.append(...body)));
    }
    if (!moved.length) return () => {};
    const end = element("section", "book-paper book-answers", element("h2", "", say("Answers and hints", "Antworten und Hinweise")), list);
    (article.querySelector("section") ?? article).append(end);
    return () => (moved.forEach((back) => back()), end.remove());
  };

  const prepare = () => {
    if (undo || !article) return;
    undo = [light(), fitted(), numbered(), answered()];
  };
  const restore = () => {
    undo?.reverse().forEach((action) => action());
    undo = null;
  };
  window.addEventListener("beforeprint", prepare);
  window.addEventListener("afterprint", restore);
  window.mechanicsPaper = { prepare, restore, title };
})();
