import { hashSource } from "./policy.mjs";
import { themeScripts } from "./theme-script.mjs";

const scriptElement = /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi;
const sourceAttribute = /\ssrc\s*=/i;
const typeAttribute = /\stype\s*=\s*["']?([^"'\s>]+)/i;
const executableType = /^(?:module|importmap|speculationrules|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;

const flightStart = "(self.__next_f=self.__next_f||[]).push(";
const flightPush = "self.__next_f.push(";
const bootstrap = '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push(';

/** @param {string} text @returns {boolean} true for the scripts that the framework and our layout write into a page */
export function isKnownInlineScript(text) {
  if (themeScripts.includes(text)) return true;
  const start = [flightPush, flightStart, bootstrap].find((call) => text.startsWith(call));
  const end = /\);?$/.exec(text);
  return start !== undefined && end !== null && isJson(text.slice(start.length, end.index));
}

/** @param {string} html @returns {string[]} every inline script of a page that a browser would run */
export function findInlineScripts(html) {
  const elements = [...html.matchAll(scriptElement)];
  return elements.filter(([, attributes = ""]) => isInlineCode(attributes)).map(([, , text = ""]) => text);
}

/**
 * Returns hash sources for the known inline scripts of a page, and the first characters of all unknown ones. A known
 * script is a single call with JSON as its argument, so its hash never allows code that was injected into the page.
 * @param {string} html
 * @returns {{ sources: string[], unknown: string[] }}
 */
export function inspectInlineScripts(html) {
  const sources = [];
  const unknown = [];
  for (const text of findInlineScripts(html)) {
    if (isKnownInlineScript(text)) sources.push(hashSource(text));
    else unknown.push(text.slice(0, 60));
  }
  return { sources, unknown };
}

/** @param {string} text @returns {boolean} */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} attributes @returns {boolean} false for a script with a URL and for a block of data */
function isInlineCode(attributes) {
  const type = typeAttribute.exec(attributes)?.[1];
  return !sourceAttribute.test(attributes) && (type === undefined || executableType.test(type));
}
