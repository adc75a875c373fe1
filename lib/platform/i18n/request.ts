import { locale as localeOfPath } from "next/root-params";
import { getRequestConfig } from "next-intl/server";

import { replaceMessages } from "./message-tree";
import { ownWordsOf } from "./page-words";
import { isLanguage } from "./routing";

/**
 * next-intl's configuration. The language comes from the address, so no page has to pass it on and pages stay
 * cacheable; a route handler names it: `getTranslations({locale, namespace})`. Code that names it gets the product's
 * own messages, all other code those of the page's draw if it has any (docs/design.md, Words of a draw).
 */
// biome-ignore lint/style/noDefaultExport: the plugin of next-intl imports the default
export default getRequestConfig(async ({ locale: named }) => {
  const found = named ?? (await localeOfPath());
  const locale = isLanguage(found) ? found : "en";
  const { default: own } = await import(`@/messages/${locale}.json`);
  const messages = named ? own : replaceMessages(own, ownWordsOf(locale));
  return { locale, messages, timeZone: "America/Toronto" };
});
