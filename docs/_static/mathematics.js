// MathJax from one file, a third as large, and typesetting in pieces, first what is in sight, so that simulations move on
// meanwhile. MathJax on its own sets the whole page at once, and nothing else happens for a second or more. The loader
// fetches it once the first simulation moves.
(() => {
  const [PIECE, GOAL] = [12, 30]; // formulas and ms; each piece also costs new styles and a new layout of the page
  const SIGHT = 40; // formulas: some screens
  let pace = 0.3; // ms for a character: the first formulas are slow, because nothing is compiled yet
  const idle = () => new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve, { timeout: 200 }));

  // How many pixels a formula is away from what is in sight. Its paragraph tells: the formula itself may be in a part
  // of the page that is not laid out yet, and would have it laid out.
  const distance = (node) => {
    const { top, bottom } = (node.closest(".bd-article section > *") ?? node).getBoundingClientRect();
    return Math.max(0, -bottom, top - innerHeight);
  };

  // A formula, a listing or a table that goes on to the side can be moved with the keyboard, too. What is not laid out
  // yet is told of later.
  const SCROLLING = "pre, .cell_output > .output, .jp-RenderedHTMLCommon, .pst-scrollable-table-container";
  const wide = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  document.querySelectorAll(SCROLLING).forEach((node) => wide.observe(node));
  const watch = (node) => [node, ...node.querySelectorAll("mjx-container")].forEach((part) => wide.observe(part));

  // Until MathJax has set a formula, also on paper, it is the MathML that readers without scripts have.
  const drafts = new Map();
  const draft = (node) => {
    const { nextElementSibling: kept } = node;
    if (kept?.localName !== "noscript" || drafts.has(node)) return;
    drafts.set(node, document.createRange().createContextualFragment(kept.textContent).firstElementChild);
    node.after(drafts.get(node));
    node.classList.add("book-draft");
  };
  const undraft = (node) => {
    drafts.get(node)?.remove();
    drafts.set(node, null); // no more
    node.classList.remove("book-draft");
  };
  // The first screens at once, all of them where somebody comes to a place further down, the others when there is time.
  const undrafted = [...document.querySelectorAll(".bd-article .math")];
  const draftNext = (count) => undrafted.splice(0, count).forEach(draft);
  draftNext(location.hash ? Infinity : SIGHT);
  (async () => {
    while (undrafted.length) await idle().then(() => draftNext(SIGHT));
  })();
  addEventListener("beforeprint", () => draftNext(Infinity));

  const lengthOf = (nodes) => nodes.reduce((sum, node) => sum + node.textContent.length + 1, 0);

  // How many of the next formulas are set within the goal.
  const fitting = (nodes) => {
    let count = 1;
    while (count < Math.min(PIECE, nodes.length) && pace * lengthOf(nodes.slice(0, count + 1)) < GOAL) count++;
    return count;
  };

  const typeset = async (part = document) => {
    const all = [...part.querySelectorAll(".math")].filter((node) => !node.closest("[hidden]") && !node.querySelector("mjx-container"));
    const far = new Map(all.map((node) => [node, distance(node)]));
    const nodes = [...far.keys()].sort((one, other) => far.get(one) - far.get(other));
    while (nodes.length) {
      await idle();
      const piece = nodes.splice(0, fitting(nodes));
      const [length, begin] = [lengthOf(piece), performance.now()];
      piece.forEach(undraft);
      await MathJax.typesetPromise(piece);
      pace = (pace + (performance.now() - begin) / length) / 2;
      piece.filter((node) => node.matches("div")).forEach(watch);
    }
  };
  // Sections that are folded wait until they are opened: sections.js.
  document.addEventListener("book-unfold", ({ target }) => mechanicsBook.complete.then(() => typeset(target)));

  if (!window.MathJax) return;
  window.MathJax.startup = {
    ready() {
      delete MathJax.config.options.menuOptions; // a component sets them for a menu that is not loaded, and MathJax complains
      MathJax.startup.defaultReady();
    },
    pageReady: () => typeset(),
  };

  // docs/book/web.py has packed what all pages need; the rest lies beside it.
  const root = new URL(`${document.documentElement.dataset.content_root ?? "./"}_static/mathjax`, location).href;
  const begin = async (content) => {
    const parts = await mechanicsBook.opened(content);
    const source = (path) => URL.createObjectURL(new Blob([parts[path]], { type: "text/javascript" }));
    const load = (path) => mechanicsBook.run({ src: path in parts ? source(path) : `${root}/${path}` });
    const { loader } = window.MathJax;
    Object.assign(loader, { paths: { ...loader.paths, mathjax: root }, require: (url) => load(url.slice(root.length + 1)) });
    await load("startup.js");
    await MathJax.startup.promise;
  };
  window.mechanicsMathematics = (content) => (mechanicsBook.mathematics = begin(content));

  // An equation begins at the left, so that its number may stand far to the right, in the margin where there is one.
  Object.assign((window.MathJax.output ??= {}), { displayAlign: "left", displayIndent: innerWidth < 768 ? "0" : "2em", adaptiveCSS: false });
})();
