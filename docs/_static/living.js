// Small simulations of the first page: each moves while the pointer or the keyboard is on it; where there is no pointer,
// while it is in the middle of the window. Whoever has asked for less motion keeps the pictures.
(() => {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || !window.mechanicsBook) return;
  const started = new Map();

  const player = (place) => place.querySelector(".mechanics-player");
  const start = async (card, place) => {
    place.addEventListener("click", (event) => event.preventDefault()); // its buttons, pressed here, are not the link
    await mechanicsBook.moving;
    await mechanicsBook.start(place);
    const loop = player(place)?.querySelector("[data-name=loop]");
    if (loop?.getAttribute("aria-pressed") === "false") loop.click(); // else it ends by itself
    card.classList.toggle("book-moves", Boolean(player(place)));
    return player(place);
  };
  const moves = async (card, wanted) => {
    const place = card.querySelector(".book-still");
    card.wanted = wanted;
    if (wanted && !started.has(place)) started.set(place, start(card, place));
    if (!(await started.get(place))) return;
    const play = player(place).querySelector("[data-name=play]");
    if ((play.dataset.icon === "pause") !== card.wanted) play.click(); // by now the pointer may have left again
  };

  const cards = [...document.querySelectorAll(".book-living > a")];
  if (matchMedia("(hover: hover)").matches) {
    for (const card of cards) {
      for (const event of ["pointerenter", "focus"]) card.addEventListener(event, () => moves(card, true));
      for (const event of ["pointerleave", "blur"]) card.addEventListener(event, () => moves(card, false));
    }
  } else {
    const middle = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) moves(target, isIntersecting);
    }, { rootMargin: "-35% 0px -35% 0px" });
    for (const card of cards) middle.observe(card);
  }
})();
