// Cards: what a link to an equation, or to a term of the glossary, leads to, beside the link. Pointing at a link or reaching
// it with the keyboard shows its card, Escape closes it; on a touch screen the first tap shows it, and its link leads on.
(() => {
  const [LATE, GONE, EDGE] = [150, 250, 8]; // ms, ms, px
  const german = document.documentElement.lang === "de";
  const GO = german ? "Dorthin" : "Go there";
  const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);
  const LINKS = "a.equation, a.term, a[href*='glossary.html#term-']";

  let loading;
  const load = () => (loading ??= new Promise((resolve, reject) => {
    const made = document.createElement("script");
    window.bookCards = async (text) => {
      const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
      resolve(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json());
    };
    Object.assign(made, { src: new URL("_static/search/cards.js", root).href, onerror: () => { loading = undefined; reject(new Error("cards.js")); } });
    document.head.append(made);
  }));

  const card = document.createElement("div");
  Object.assign(card, { className: "book-card", id: "book-card", hidden: true });
  card.setAttribute("role", "tooltip");
  let [owner, timer, touched] = [null, 0, false];

  const element = (tag, className, ...children) => {
    const made = Object.assign(document.createElement(tag), { className });
    made.append(...children);
    return made;
  };
  const equation = ([number, meaning, latex, mathml]) => {
    const parts = [element("p", "book-card-head", element("strong", "", number), ` ${meaning}`)];
    if (!latex) return parts;
    const formula = element("div", "book-card-formula");
    if (window.MathJax?.typesetPromise) {
      formula.textContent = `\\[${latex.replace(/\\tag\*?\{[^}]*\}/g, "")}\\]`;
      MathJax.typesetPromise([formula]).then(settle, () => { formula.innerHTML = mathml; });
    } else formula.innerHTML = mathml; // our own: made from the book's formulas when it was built
    return [...parts, formula];
  };
  const term = ([title, meaning]) => [element("p", "book-card-head", element("strong", "", title)), element("p", "", meaning)];

  const settle = () => {
    if (!owner) return;
    const at = owner.getClientRects()[0] ?? owner.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = card;
    const below = at.bottom + height + EDGE < innerHeight || at.top < height + EDGE;
    card.style.left = `${Math.max(EDGE, Math.min(at.left, document.documentElement.clientWidth - width - EDGE)) + scrollX}px`;
    card.style.top = `${(below ? at.bottom + 4 : at.top - height - 4) + scrollY}px`;
  };

  const close = () => {
    clearTimeout(timer);
    owner?.removeAttribute("aria-describedby");
    [owner, card.hidden] = [null, true];
  };
  const show = async (link) => {
    clearTimeout(timer);
    if (link === owner) return;
    const anchor = decodeURIComponent(link.hash.slice(1));
    const { equations, terms } = await load();
    const content = equations[anchor] ? equation(equations[anchor]) : terms[anchor] ? term(terms[anchor]) : null;
    if (!content) return;
    close();
    owner = link;
    if (link.title) [link.dataset.title, link.title] = [link.title, ""]; // the card says more
    link.removeAttribute("title");
    if (touched) {
      const on = Object.assign(element("a", "book-card-on", `${GO} →`), { href: link.href });
      on.addEventListener("click", close);
      content.push(on);
    }
    card.replaceChildren(...content);
    document.body.append(card);
    card.hidden = false;
    link.setAttribute("aria-describedby", card.id);
    settle();
  };
  const soon = (link) => {
    clearTimeout(timer);
    timer = setTimeout(() => show(link).catch(() => {}), owner ? 0 : LATE);
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(close, GONE);
  };

  const linkOf = ({ target }) => target.closest?.(LINKS);
  document.addEventListener("pointerdown", ({ pointerType, target }) => {
    touched = pointerType === "touch";
    if (owner && !card.contains(target) && !owner.contains(target)) close();
  }, true);
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const link = linkOf(event);
    if (link) soon(link);
    else if (card.contains(event.target)) clearTimeout(timer);
    else if (owner) later();
    else clearTimeout(timer);
  });
  document.addEventListener("focusin", (event) => {
    const link = linkOf(event);
    if (link && !touched) show(link).catch(() => {});
  });
  document.addEventListener("focusout", (event) => { if (owner && linkOf(event) === owner && !card.contains(event.relatedTarget)) later(); });
  document.addEventListener("click", (event) => {
    const link = linkOf(event);
    if (!link || !touched || owner === link) return;
    event.preventDefault();
    show(link).catch(() => { location.href = link.href; });
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && owner) close();
  });
})();
