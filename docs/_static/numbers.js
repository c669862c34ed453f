// Numbers of the text that belong to a simulation: below a player, a formula such as $d_A = 300$ whose left side is the
// symbol of one of its sliders is live. Pointing at it shows that value, a click or Enter keeps it, dragging or the arrow
// keys change both. A notebook needs no mark for this, and without JavaScript it is the formula.
(() => {
  const EQUATION = /^\\\((.+?)\s*=\s*([-−]?\d+(?:\.\d+)?)\\\)$/;
  const PIXELS = 6; // to drag, for a step
  const title = document.documentElement.lang === "de"
    ? "Zeigt diesen Wert in der Simulation; ziehen ändert ihn" : "Shows this value in the simulation; drag to change it";
  const GREEK = {
    alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ε", varepsilon: "ε", zeta: "ζ", eta: "η", theta: "θ", kappa: "κ",
    lambda: "λ", mu: "μ", nu: "ν", xi: "ξ", rho: "ρ", sigma: "σ", tau: "τ", phi: "φ", varphi: "φ", psi: "ψ", omega: "ω",
    Omega: "Ω", Delta: "Δ", vartheta: "ϑ",
  };
  // A symbol as sliders are labelled: \dot\varphi_{2} as φ̇2.
  const plain = (label) => label.replace(/\\dot\s*\{?(\\?[a-zA-Z]+)\}?/g, "$1\u0307")
    .replace(/\\([a-zA-Z]+)/g, (_, name) => GREEK[name] ?? "").replace(/[\s{}_,]|\\[,;!]/g, "").normalize("NFC");

  // Formulas as they were written: later they are typeset.
  const written = [...document.querySelectorAll(".bd-article span.math")]
    .map((place) => [place, EQUATION.exec(place.textContent.trim())]).filter(([, found]) => found);

  const live = (place, label, value, input) => {
    const range = Number(input.max) - Number(input.min);
    const step = Math.max(Number(input.step) || 0, range / 100);
    const digits = Math.max((value.split(".")[1] ?? "").length, Math.ceil(-Math.log10(step)));
    let kept = Number(value.replace("−", "-"));
    let before = null; // where the slider was, while one only points at the number
    const put = (number) => {
      if (number < Number(input.min)) input.min = number;
      if (number > Number(input.max)) input.max = number;
      input.value = number;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      input.dispatchEvent(new Event("change", { bubbles: true }));
    };
    const show = () => {
      place.setAttribute("aria-valuenow", kept);
      place.setAttribute("aria-valuetext", `${label} = ${kept}`);
      if (!window.MathJax?.typesetPromise) return;
      MathJax.typesetClear?.([place]);
      place.textContent = `\\(${label} = ${kept.toFixed(digits)}\\)`;
      MathJax.typesetPromise([place]);
    };
    const keep = (number) => {
      const changed = number !== kept;
      kept = Number(Math.min(Number(input.max), Math.max(Number(input.min), number)).toFixed(digits));
      before = null;
      put(kept);
      if (changed) show();
    };
    const move = (steps) => keep(kept + steps * step);
    const point = () => {
      if (before !== null) return;
      before = Number(input.value);
      put(kept);
    };
    const leave = () => {
      if (before !== null) put(before);
      before = null;
    };

    place.classList.add("book-number");
    Object.assign(place, { tabIndex: 0, title });
    for (const [name, text] of Object.entries({
      role: "slider", "aria-label": input.getAttribute("aria-label") ?? label, "aria-valuenow": kept,
      "aria-valuetext": `${label} = ${kept}`, "aria-valuemin": input.min, "aria-valuemax": input.max,
    })) place.setAttribute(name, text);
    let from = null;
    place.addEventListener("pointerenter", ({ pointerType }) => pointerType === "mouse" && point());
    place.addEventListener("pointerleave", () => from === null && leave());
    place.addEventListener("pointerdown", (event) => {
      place.setPointerCapture(event.pointerId);
      from = { x: event.clientX, steps: 0 };
    });
    place.addEventListener("pointermove", ({ clientX }) => {
      const steps = from ? Math.round((clientX - from.x) / PIXELS) : 0;
      if (!from || steps === from.steps) return;
      move(steps - from.steps);
      from.steps = steps;
    });
    place.addEventListener("pointerup", () => {
      if (from && !from.steps) keep(kept);
      from = null;
    });
    place.addEventListener("pointercancel", () => { from = null; });
    place.addEventListener("keydown", (event) => {
      const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      if (steps) move(steps);
      else if (event.key === "Enter" || event.key === " ") keep(kept);
      else return;
      event.preventDefault();
    });
  };

  // The text of a player is what follows it up to the next one.
  document.addEventListener("book-player", ({ target: player }) => {
    const inputs = Object.fromEntries([...player.querySelectorAll("input[data-label]")]
      .map((input) => [input.dataset.label.replace(/[\s,]/g, "").normalize("NFC"), input]));
    const next = [...document.querySelectorAll(".book-player")]
      .find((other) => player.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
    for (const [place, [, label, value]] of written) {
      const behind = player.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING;
      const before = !next || next.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_PRECEDING;
      const input = inputs[plain(label)];
      if (behind && before && input && !place.classList.contains("book-number")) live(place, label, value, input);
    }
  });
})();
