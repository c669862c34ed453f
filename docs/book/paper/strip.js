// Starts a player in place of the one that this page shows, and arranges a strip of instants of it, for paper. One that
// asks for a prediction shows only its beginning: the rest is the answer.
async (html) => {
  const INSTANTS = 4;
  const frame = () => new Promise(requestAnimationFrame);
  const element = (tag, className, ...children) => {
    const made = Object.assign(document.createElement(tag), { className });
    made.append(...children);
    return made;
  };
  const before = globalThis.mechanicsEnd;
  document.body.innerHTML = html;
  const place = document.querySelector(".book-player");
  globalThis.mechanicsEnd = await mechanicsBook.start(place);
  await frame();
  const asks = place.querySelector("[data-name=skip]");
  asks?.click();
  await document.fonts.ready;
  const canvas = place.querySelector(".mp-canvas");
  const space = await globalThis.mechanicsSpace; // three.js, where there are bodies in space
  const settled = async () => {
    for (let k = 0; space && k < 500 && !space.Space.isSettled(); k++) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  await settled(); // the first bodies have begun to wait
  if (space) space.Space.rest = 0; // from now on they are drawn at once
  const slider = place.querySelector(".mp-main input.mp-time");
  const count = slider && !asks ? INSTANTS : 1;
  if (space) space.Space.fineness = count > 1 ? 1.2 : 2; // a strip shows its instants smaller than the player does
  const strip = element("div", "strip");
  const instants = element("div", "strip-instants");
  strip.append(instants);
  const alone = count === 1 ? " strip-alone" : "";
  for (let k = 0; canvas && k < count; k++) {
    if (slider) {
      const [low, high] = [Number(slider.min), Number(slider.max)];
      const shown = slider.value;
      slider.value = count === 1 ? low : low + (k / (count - 1)) * (high - low);
      if (count > 1 && slider.value !== shown) slider.dispatchEvent(new Event("input"));
      await frame();
    }
    await settled();
    await frame();
    const picture = Object.assign(new Image(), { src: canvas.toDataURL() });
    await picture.decode();
    const time = place.querySelector(".mp-clock")?.textContent.trim() ?? "";
    instants.append(element("div", `strip-instant${alone}`, picture, element("p", "", count > 1 ? time : "")));
  }
  before?.(); // only now: bodies in space of both are drawn with one WebGL context and its programs
  const root = place.querySelector(".mechanics-player, .mechanics-diagram");
  const plots = place.querySelector(".mp-plots");
  for (const panel of plots?.querySelectorAll("details") ?? []) panel.open = true;
  if (plots && !asks) strip.append(plots);
  const board = place.querySelector(".fb-main svg");
  if (board) strip.replaceChildren(board);
  if (!strip.querySelector("img, svg")) throw new Error("nothing to show");
  root.classList.add("strip-done"); // the rest stays, out of sight: plots are drawn only while the picture is
  root.prepend(strip);
  for (let frames = 0; frames < 4; frames++) await frame();
}
