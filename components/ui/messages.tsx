import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

import type { MessagePath } from "@/lib/platform/i18n/message-parts";
import { pickMessages } from "@/lib/platform/i18n/message-parts";

type MessagesProps = {
  /** Whole namespaces, or single messages by their path. */
  namespaces: readonly MessagePath[];
  children: ReactNode;
};

/** Gives the components below it the named messages, and no others, in the browser. */
export async function Messages({ namespaces, children }: MessagesProps) {
  const picked = pickMessages(await getMessages(), namespaces);
  return <NextIntlClientProvider messages={picked}>{children}</NextIntlClientProvider>;
}
