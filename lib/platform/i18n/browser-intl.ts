/**
 * Replaces `next-intl` in the browser (next.config.ts): the same functions from the library below it. next-intl wraps
 * two of them, and thereby keeps unused code in every page: its formatter, a third of its code.
 */
// biome-ignore lint/performance/noBarrelFile: it stands for a package, whose names these are
export { IntlProvider as NextIntlClientProvider, useLocale, useMessages, useTranslations } from "use-intl/react";
