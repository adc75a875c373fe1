/** The languages of the product; the first is the one whose addresses carry no prefix (docs/design.md, Languages). */
export const languages = ["en", "fr"] as const;

/** One of the product's languages. */
export type Language = (typeof languages)[number];

/** Query parameter of a plain link that chooses a language and stays on the page. */
export const languageParameter = "lang";

const frenchPrefix = "/fr";

/** True for `en` and `fr`. */
export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** The locale code of a language, for `lang` and `hreflang` (decision 040). */
export function htmlLanguage(language: Language): "en-US" | "fr-FR" {
  return language === "fr" ? "fr-FR" : "en-US";
}

/** By which numbers and dates are written: as in Canada (decision 040). */
export function formatLocale(language: Language): "en-CA" | "fr-CA" {
  return language === "fr" ? "fr-CA" : "en-CA";
}

/** Takes a public path apart: `/fr/demo` gives French and `/demo`, `/fr` gives French and `/`. */
export function splitPath(pathname: string): { language: Language; barePath: string } {
  if (pathname === frenchPrefix) return { language: "fr", barePath: "/" };
  if (!pathname.startsWith(`${frenchPrefix}/`)) return { language: "en", barePath: pathname };
  return { language: "fr", barePath: pathname.slice(frenchPrefix.length) };
}

/** The public path of a page in a language; takes the bare path, which begins with one slash. */
export function localizedPath(language: Language, barePath: string): string {
  if (language === "en") return barePath;
  return barePath === "/" ? frenchPrefix : `${frenchPrefix}${barePath}`;
}
