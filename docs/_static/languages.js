// The switch between the editions of the book: to the same section of the same page. What is at the top of the window
// is counted, because headings, unlike their ids, are the same in all languages.
(() => {
  const sections = [...document.querySelectorAll(".bd-article section[id]")];
  const asked = /^#@(\d+)$/.exec(location.hash);
  if (asked) {
    const section = sections[Number(asked[1])];
    // The browser itself goes there, and again when what comes in late (fonts, pictures) has moved it.
    if (section) location.replace(`#${section.id}`);
    else history.replaceState(null, "", location.pathname);
  }
  const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);
  const page = location.href.startsWith(root.href) ? location.href.slice(root.href.length).split(/[?#]/)[0] : "";
  const bar = document.querySelector(".navbar-header-items__end") ?? document.querySelector(".bd-header");
  for (const [code, { name, path }] of Object.entries(window.bookEditions ?? {})) {
    const link = document.createElement("a");
    link.className = "book-language nav-link";
    link.lang = link.hreflang = code;
    link.textContent = name;
    link.href = new URL(`${path}${page || "index.html"}`, root).href;
    link.addEventListener("click", () => {
      const header = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
      const above = sections.filter((section) => section.getBoundingClientRect().top < header + 40).length - 1;
      if (above > 0) link.href = `${link.href.split("#")[0]}#@${above}`;
    });
    const place = document.createElement("div");
    place.className = "navbar-item";
    place.append(link);
    bar?.prepend(place);
  }
})();
