/** Replaces `next-intl` in the browser (next.config.ts), whose formatter would add a third to its code. */
// biome-ignore lint/performance/noBarrelFile: it stands for a package, whose names these are
export { IntlProvider as NextIntlClientProvider, useLocale, useMessages, useTranslations } from "use-intl/react";
