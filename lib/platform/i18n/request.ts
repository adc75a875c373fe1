import { locale as localeOfPath } from "next/root-params";
import { getRequestConfig } from "next-intl/server";

import { replaceMessages } from "./message-tree";
import { ownWordsOf } from "./page-words";
import { isLanguage } from "./routing";

/**
 * The language comes from the address, so pages stay cacheable. Code that names a language, such as a route handler,
 * gets the product's messages; all other code gets the draw's own words (docs/design.md, Words of a draw).
 */
// biome-ignore lint/style/noDefaultExport: the plugin of next-intl imports the default
export default getRequestConfig(async ({ locale: named }) => {
  const found = named ?? (await localeOfPath());
  const locale = isLanguage(found) ? found : "en";
  const { default: own } = await import(`@/messages/${locale}.json`);
  const messages = named ? own : replaceMessages(own, ownWordsOf(locale));
  return { locale, messages, timeZone: "America/Toronto" };
});
