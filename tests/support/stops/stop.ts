import type { Locator, Page } from "playwright/test";

import type { Language } from "@/tests/support/browser/checkout";
import { pathIn, words } from "@/tests/support/browser/checkout";
import type { Site } from "./site";

export type Visit = { page: Page; site: Site; language: Language };

/** `route` is the folder in `app/[locale]`, without groups. A stop `by` a device opens on the site's tablet. */
export type Stop = {
  name: string;
  route: string;
  by?: "device";
  /** Expected console errors. */
  allow?: RegExp[];
  open: (visit: Visit) => Promise<void>;
};

/** `path` has no language. */
export async function goTo({ page, site, language }: Visit, path: string): Promise<void> {
  await page.goto(site.server.url + pathIn(language, path));
}

export function opens(path: string | ((site: Site) => string), shows: (visit: Visit) => Locator): Stop["open"] {
  return async (visit) => {
    await goTo(visit, typeof path === "string" ? path : path(visit.site));
    await shows(visit).first().waitFor();
  };
}

export function getWords({ language }: Pick<Visit, "language">): (typeof words)["en"] {
  return words[language] as (typeof words)["en"];
}

export function beforeValue(message: string): string {
  return (message.split("{")[0] ?? "").trim();
}

export function orderQuery({ instanceId, orderId }: { instanceId: string; orderId: string }): string {
  return `?${new URLSearchParams({ instanceId, orderId })}`;
}
