import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";

import type messages from "@/messages/en.json";

/** A top-level key of the message files. */
export type Namespace = keyof typeof messages;

/** Gives the components below it the messages of the named namespaces, and no others, in the browser. */
export async function Messages({ namespaces, children }: { namespaces: readonly Namespace[]; children: ReactNode }) {
  const all = await getMessages();
  const picked = Object.fromEntries(namespaces.map((namespace) => [namespace, all[namespace]]));
  return <NextIntlClientProvider messages={picked}>{children}</NextIntlClientProvider>;
}
