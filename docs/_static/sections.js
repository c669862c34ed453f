// A long chapter on a narrow screen: its sections are folded, one opens the next; else it is sixty screens long, and takes
// as long to be laid out. What one searches for in the page, or follows a link to, unfolds by itself; so do dropdowns, on
// every screen.
(() => {
  // A link to what a dropdown holds leads there; browsers open it, but do not go on to it.
  const unfold = async () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target?.closest("details")) return;
    for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    for (let frames = 0; frames < 4; frames++) { // what comes into sight is only then laid out
      target.scrollIntoView();
      await new Promise(requestAnimationFrame);
    }
  };
  addEventListener("hashchange", unfold);
  if (location.hash) addEventListener("load", unfold), unfold();

  const NARROW = "(max-width: 480px)";
  const LONG = 6; // sections
  const top = document.querySelector(".bd-article > section");
  const sections = [...(top?.querySelectorAll(":scope > section") ?? [])];
  const simulation = document.querySelector(".bd-article .book-player"); // the first one stays in sight
  if (!matchMedia(NARROW).matches || sections.length < LONG || !simulation) return;

  const open = (section) => {
    const { fold, button } = section;
    if (!fold?.hasAttribute("hidden")) return;
    fold.removeAttribute("hidden");
    button.setAttribute("aria-expanded", "true");
    section.dispatchEvent(new Event("book-unfold", { bubbles: true })); // mathematics.js
  };
  const close = ({ fold, button }) => {
    fold.setAttribute("hidden", "until-found");
    button.setAttribute("aria-expanded", "false");
  };

  for (const section of sections.slice(1)) { // the first one is the question that the chapter begins with
    const heading = section.querySelector(":scope > h2");
    if (!heading) continue;
    const fold = document.createElement("section"); // so that what styles the parts of a section still does
    fold.className = "book-fold";
    fold.append(...[...section.childNodes].slice([...section.childNodes].indexOf(heading) + 1));
    section.append(fold);
    section.classList.add("book-folds");
    const button = Object.assign(document.createElement("button"), { type: "button", className: "book-fold-button" });
    const link = heading.querySelector(".headerlink");
    button.append(...[...heading.childNodes].filter((node) => node !== link));
    heading.prepend(button);
    Object.assign(section, { fold, button });
    if (!section.contains(simulation)) close(section);
    else button.setAttribute("aria-expanded", "true");
    button.addEventListener("click", () => (fold.hasAttribute("hidden") ? open(section) : close(section)));
    fold.addEventListener("beforematch", () => open(section));
  }

  const follow = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const section = sections.find((one) => one.contains(target));
    if (!section) return;
    open(section);
    target.scrollIntoView();
  };
  addEventListener("hashchange", follow);
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = sections.filter(({ fold }) => fold?.hasAttribute("hidden"));
    folded.forEach(open);
  });
  addEventListener("afterprint", () => folded.forEach(close));
  if (location.hash) follow();
})();
