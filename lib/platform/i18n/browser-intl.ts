/**
 * Replaces `next-intl` in the browser (next.config.ts). next-intl wraps two of these functions and thereby adds its
 * formatter, a third of its code, to every page.
 */
// biome-ignore lint/performance/noBarrelFile: it stands for a package, whose names these are
export { IntlProvider as NextIntlClientProvider, useLocale, useMessages, useTranslations } from "use-intl/react";
