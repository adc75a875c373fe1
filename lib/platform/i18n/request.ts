import { locale as localeOfPath } from "next/root-params";
import { getRequestConfig } from "next-intl/server";

import { replaceMessages } from "./message-tree";
import { getMessageOverrides } from "./page-message-overrides";
import { defaultLanguage, isLanguage } from "./routing";

/** Code that names a language gets the product's messages, all other code the draw's own words. */
// biome-ignore lint/style/noDefaultExport: the plugin of next-intl imports the default
export default getRequestConfig(async ({ locale: requested }) => {
  const language = requested ?? (await localeOfPath());
  const locale = isLanguage(language) ? language : defaultLanguage;
  const { default: own } = await import(`@/messages/${locale}.json`);
  const messages = requested ? own : replaceMessages(own, getMessageOverrides(locale));
  return { locale, messages, timeZone: "America/Toronto" };
});
