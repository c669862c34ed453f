// Words and terms: what the index of the search is made of, and what a query asks for. The build runs this in node, the
// page when its search is opened. In both languages, because a reader of either book may ask in the other one.
((scope) => {
  const GREEK = {
    α: "alpha", β: "beta", γ: "gamma", δ: "delta", ε: "epsilon", ϵ: "epsilon", ζ: "zeta", η: "eta", θ: "theta", ϑ: "theta", ι: "iota",
    κ: "kappa", λ: "lambda", μ: "mu", ν: "nu", ξ: "xi", π: "pi", ρ: "rho", ϱ: "rho", σ: "sigma", τ: "tau", υ: "upsilon", φ: "phi",
    ϕ: "phi", χ: "chi", ψ: "psi", ω: "omega",
  };
  // The number of an equation, R(2.14) or 5.93a; a symbol or the name of a system, m_S and four_bar; a word; a figure.
  const WORD = /(?<![\p{L}\p{N}])[WRF]\(\d[\d.]*[a-h]?\)|(?<![\p{L}\p{N}.])(?:\d+|A)\.\d+[a-h]?(?![\p{L}\p{N}])|\p{L}[\p{L}\p{M}\p{N}]*(?:_[\p{L}\p{N}]+)+|\p{L}[\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)?|\p{N}+/gu;

  const fold = (word) => word.toLowerCase().replace(/ß/g, "ss").normalize("NFD").replace(/\p{M}/gu, "")
    .replace(/[α-ωϑϕϵϱ]/g, (letter) => GREEK[letter === "ς" ? "σ" : letter] ?? letter);

  scope.bookTerms = ({ english, german, common }) => {
    const known = new Map();
    const stems = (word) => {
      if (!known.has(word)) {
        const small = word.toLowerCase().normalize("NFC").replace(/['’]\p{L}+$/u, "");
        known.set(word, { en: fold(english.stemWord(fold(small))), de: fold(german.stemWord(small)), all: fold(small) });
      }
      return known.get(word);
    };
    const isWord = (word) => /^\p{L}{2}/u.test(word) && !word.includes("_");
    const words = (text) => text.normalize("NFKC").match(WORD) ?? [];

    // The terms of a word in a text; what is very common has none.
    const terms = (word, language) => {
      const all = fold(word);
      if (common.has(all)) return [];
      if (!isWord(word)) return word.includes("_") ? [all, ...all.split("_").filter((part) => part.length > 2)] : [all];
      return [stems(word)[language]];
    };

    // The ways in which a word of a query may stand in the index.
    const asked = (word) => (isWord(word) ? [...new Set(Object.values(stems(word)))] : [fold(word)]);

    // The number of an equation as people write it - 5,62 or (5.62), eq. 5.62, R2.14, W55 - else null.
    const number = (query) => {
      const text = query.trim().replace(/^(?:eqn?|equation|gl|gleichung)\.?\s*/i, "");
      const lecture = /^\(?\s*(\d{1,2}|A)[.,](\d{1,3}[a-h]?)?\s*\)?$/i.exec(text);
      if (lecture) return `${lecture[1]}.${lecture[2] ?? ""}`.toLowerCase();
      const document = /^\(?([WRF])\s*\(?\s*(\d{1,3}(?:[.,]\d{1,3})?[a-h]?)\s*\)*$/i.exec(text);
      return document ? `${document[1]}(${document[2].replace(",", ".")}`.toLowerCase() : null;
    };

    return { words, terms, asked, number, fold, stems };
  };
})(globalThis);
