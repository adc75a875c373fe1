/** `html` is for `lang` and `hreflang`, `format` for numbers and dates (decision 040). */
const locales = {
  en: { html: "en-US", format: "en-CA" },
  fr: { html: "fr-FR", format: "fr-CA" },
} as const;

export type Language = keyof typeof locales;

export const languages = Object.keys(locales) as [Language, ...Language[]];

/** Addresses in this language have no prefix (docs/design.md, Languages). */
export const defaultLanguage = "en" satisfies Language;

/** Languages whose URLs begin with their code. */
export const prefixedLanguages = languages.filter((language) => language !== defaultLanguage);

/** A query parameter that chooses a language and stays on the page. */
export const languageParameter = "lang";

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

export function htmlLanguage(language: Language) {
  return locales[language].html;
}

export function formatLocale(language: Language) {
  return locales[language].format;
}

/** `/fr/demo` is French and `/demo`; `/fr` is French and `/`. */
export function splitPath(pathname: string): { language: Language; barePath: string } {
  const [, first, ...rest] = pathname.split("/");
  const language = prefixedLanguages.find((prefixed) => prefixed === first);
  return language ? { language, barePath: `/${rest.join("/")}` } : { language: defaultLanguage, barePath: pathname };
}

/** `barePath` begins with one slash. */
export function localizedPath(language: Language, barePath: string): string {
  if (language === defaultLanguage) return barePath;
  return barePath === "/" ? `/${language}` : `/${language}${barePath}`;
}
