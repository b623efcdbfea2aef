// The page's own words. Sentences about the game come from the server; these are labels of buttons,
// headings, help.

/** @type {Record<string, string>} */
let words = {};

/** @param {Record<string, string>} all code → text in the player's language */
export function setWords(all) {
  words = all;
}

/**
 * A text of the catalogue with its parameters filled in; the code itself where it is missing, so
 * that a fault is seen and the page goes on.
 * @param {string} code
 * @param {Record<string, string | number>} [params]
 */
export function t(code, params = {}) {
  const template = words[code] ?? code;
  return template.replace(/\{(\w+)\}/g, (whole, name) => String(params[name] ?? whole));
}

/** @param {string} code */
export function has(code) {
  return code in words;
}

/**
 * A count in words: `code_one` for 1, `code` with {number} otherwise.
 * @param {string} code
 * @param {number} number
 */
export function count(code, number) {
  return t(number === 1 && has(`${code}_one`) ? `${code}_one` : code, { number });
}

/**
 * "Ana, Beto y Carla".
 * @param {readonly string[]} parts
 */
export function listed(parts) {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} ${t("words_and", { text: parts.at(-1) ?? "" })}`;
}
