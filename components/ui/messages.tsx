import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

import type { MessagePath } from "@/lib/platform/i18n/message-parts";
import { pickMessages } from "@/lib/platform/i18n/message-parts";

type MessagesProps = {
  /** Whole namespaces, or messages by path. */
  namespaces: readonly MessagePath[];
  children: ReactNode;
};

/** No others reach the browser. */
export async function Messages({ namespaces, children }: MessagesProps) {
  const picked = pickMessages(await getMessages(), namespaces);
  return <NextIntlClientProvider messages={picked}>{children}</NextIntlClientProvider>;
}
