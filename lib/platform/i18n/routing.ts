/** Locale codes of each language, for `lang` and `hreflang`, and for numbers and dates (decision 040). */
const locales = {
  en: { html: "en-US", format: "en-CA" },
  fr: { html: "fr-FR", format: "fr-CA" },
} as const;

export type Language = keyof typeof locales;

export const languages = Object.keys(locales) as [Language, ...Language[]];

/** Addresses in this language carry no prefix (docs/design.md, Languages). */
export const defaultLanguage = "en" satisfies Language;

/** The languages whose addresses begin with their code. */
export const prefixedLanguages = languages.filter((language) => language !== defaultLanguage);

/** Query parameter of a plain link that chooses a language and stays on the page. */
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

/** `/fr/demo` gives French and `/demo`, `/fr` gives French and `/`. */
export function splitPath(pathname: string): { language: Language; barePath: string } {
  const [, first, ...rest] = pathname.split("/");
  const language = prefixedLanguages.find((prefixed) => prefixed === first);
  return language ? { language, barePath: `/${rest.join("/")}` } : { language: defaultLanguage, barePath: pathname };
}

/** The public path of a page. `barePath` begins with one slash. */
export function localizedPath(language: Language, barePath: string): string {
  if (language === defaultLanguage) return barePath;
  return barePath === "/" ? `/${language}` : `/${language}${barePath}`;
}
