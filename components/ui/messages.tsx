import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

import type { MessagePath } from "@/lib/platform/i18n/message-parts";
import { pickMessages } from "@/lib/platform/i18n/message-parts";

type MessagesProps = {
  namespaces: readonly MessagePath[];
  children: ReactNode;
};

export async function Messages({ namespaces, children }: MessagesProps) {
  const pickedMessages = pickMessages(await getMessages(), namespaces);
  return <NextIntlClientProvider messages={pickedMessages}>{children}</NextIntlClientProvider>;
}
