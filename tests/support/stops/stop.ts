import type { Locator, Page } from "playwright/test";

import type { Language } from "@/tests/support/browser/checkout";
import { pathIn, words } from "@/tests/support/browser/checkout";
import type { Site } from "./site";

/** A tab that a stop is shown in. */
export type Visit = { page: Page; site: Site; language: Language };

/**
 * One page of the product in one of its states; `route` is its folder in `app/[locale]`, groups left out. `open` leads
 * there and waits until it stands. A stop `by` a device is shown to the site's own tablet.
 */
export type Stop = {
  name: string;
  route: string;
  by?: "device";
  /** Problems that belong to it. */
  allow?: RegExp[];
  open: (visit: Visit) => Promise<void>;
};

/** Goes to a path, which is without its language. */
export async function goTo({ page, site, language }: Visit, path: string): Promise<void> {
  await page.goto(site.server.url + pathIn(language, path));
}

/** Opens a path and waits for what it shows. */
export function opens(path: string | ((site: Site) => string), shows: (visit: Visit) => Locator): Stop["open"] {
  return async (visit) => {
    await goTo(visit, typeof path === "string" ? path : path(visit.site));
    await shows(visit).first().waitFor();
  };
}

/** Words of the language of a visit. */
export function wordsOf({ language }: Pick<Visit, "language">): (typeof words)["en"] {
  return words[language] as (typeof words)["en"];
}

/** The part of a message before its first value. */
export function beforeValue(message: string): string {
  return (message.split("{")[0] ?? "").trim();
}

/** A query that names an order. */
export function orderQuery({ instanceId, orderId }: { instanceId: string; orderId: string }): string {
  return `?${new URLSearchParams({ instanceId, orderId })}`;
}
