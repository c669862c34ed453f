// Which chapters have been read: a chapter counts when its summary has been in sight. Kept in this browser only.
(() => {
  const KEY = "mechanics-read";
  const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);
  const pageOf = (address) => {
    const url = new URL(address, location.href);
    return url.pathname.startsWith(root.pathname) ? url.pathname.slice(root.pathname.length).replace(/\.html$/, "") : "";
  };
  const recall = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      return {}; // storage is refused, or holds something else
    }
  };
  const keep = (page) => {
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...recall(), [page]: new Date().toISOString().slice(0, 10) }));
    } catch {
      // full or refused: nothing is kept
    }
  };

  const german = document.documentElement.lang === "de";
  const here = pageOf(location.href);
  const end = document.querySelector("section#summary") ?? [...document.querySelectorAll(".bd-article section")].pop();
  if (here.startsWith("course/") && end && "IntersectionObserver" in window) {
    new IntersectionObserver((seen, observer) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      keep(here);
      observer.disconnect();
    }).observe(end.querySelector(":scope > .book-fold > *") ?? end); // folded, its heading alone is no summary
  }

  const read = recall();
  const links = [...document.querySelectorAll(".book-map a, .book-reading a")];
  const chapters = new Set(links.map(({ href }) => pageOf(href)).filter((page) => page.startsWith("course/")));
  for (const link of links) {
    if (!(pageOf(link.href) in read)) continue;
    const mark = document.createElement("span");
    mark.className = "book-read";
    mark.textContent = " ✓";
    mark.title = `${german ? "gelesen am" : "read on"} ${read[pageOf(link.href)]}`;
    link.append(mark);
  }
  const line = document.querySelector(".book-reading-line");
  if (line) {
    const done = [...chapters].filter((page) => page in read).length;
    const next = links.find(({ href }) => chapters.has(pageOf(href)) && !(pageOf(href) in read));
    line.textContent = german ? `${done} von ${chapters.size} Kapiteln gelesen. ` : `${done} of ${chapters.size} chapters read. `;
    if (next) {
      const link = next.cloneNode(true);
      line.append(german ? "Als Nächstes: " : "Next: ", link);
    }
  }
})();
