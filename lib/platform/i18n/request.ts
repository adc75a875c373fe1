import { locale as localeOfPath } from "next/root-params";
import { getRequestConfig } from "next-intl/server";

import { isLanguage } from "./routing";

/**
 * next-intl's configuration. The language comes from the address, which no page has to pass on and which keeps pages
 * cacheable; a route handler names it: `getTranslations({locale, namespace})`.
 */
// biome-ignore lint/style/noDefaultExport: the plugin of next-intl imports the default
export default getRequestConfig(async ({ locale: named }) => {
  const found = named ?? (await localeOfPath());
  const locale = isLanguage(found) ? found : "en";
  const { default: messages } = await import(`@/messages/${locale}.json`);
  return { locale, messages, timeZone: "America/Toronto" };
});
