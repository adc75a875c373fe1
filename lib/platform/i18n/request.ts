import { locale as localeOfPath } from "next/root-params";
import { getRequestConfig } from "next-intl/server";

import { replaceMessages } from "./message-tree";
import { ownWordsOf } from "./page-words";
import { isLanguage } from "./routing";

/**
 * next-intl's configuration. The language comes from the address, which no page has to pass on and which keeps pages
 * cacheable; a route handler names it: `getTranslations({locale, namespace})`. Whoever names it is told the product's
 * own words, and all others those of the page's draw where it has any (docs/design.md, Words of a draw).
 */
// biome-ignore lint/style/noDefaultExport: the plugin of next-intl imports the default
export default getRequestConfig(async ({ locale: named }) => {
  const found = named ?? (await localeOfPath());
  const locale = isLanguage(found) ? found : "en";
  const { default: own } = await import(`@/messages/${locale}.json`);
  const messages = named ? own : replaceMessages(own, ownWordsOf(locale));
  return { locale, messages, timeZone: "America/Toronto" };
});
