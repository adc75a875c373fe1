import type { ConsoleMessage, Page } from "playwright/test";
import { expect } from "playwright/test";

import { findChromium } from "@/scripts/programs/chromium.mjs";

/** `allow` lists problems that this test expects. */
export type PageOptions = {
  locale?: "en-CA" | "fr-CA";
  viewport?: { width: number; height: number };
  dark?: boolean;
  reducedMotion?: boolean;
  javaScript?: boolean;
  allow?: RegExp[];
  /** Opens another tab in this page's browser. Of the other options, only `allow` applies. */
  beside?: Page;
};

export type Pages = { newPage: (options?: PageOptions) => Promise<Page> };

export const viewports = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1280, height: 900 },
} as const;

/** A phone's viewport, unless a tag names another size, such as `@tablet`. */
export function getViewport(tags: readonly string[]) {
  if (tags.includes("@tablet")) return viewports.tablet;
  return tags.includes("@desktop") ? viewports.desktop : viewports.phone;
}

// Root has no user namespaces for the browser's sandbox. The other switches stop calls to the internet.
const launchArguments = [
  "--no-sandbox",
  "--disable-gpu",
  // Without a graphics card, a separate process would only copy pictures.
  "--in-process-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The error screen isn't drawn for bots, and a headless browser identifies itself as one. */
const userAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";

export async function launchOptions(): Promise<{ executablePath: string; args: string[] }> {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error("No Chromium was found: npm test installs one, or set CHROMIUM_PATH.");
  return { executablePath, args: launchArguments };
}

export function contextOptions(options: PageOptions & Required<Pick<PageOptions, "viewport">>) {
  return {
    locale: options.locale ?? "en-CA",
    viewport: options.viewport,
    colorScheme: options.dark ? "dark" : "light",
    reducedMotion: options.reducedMotion ? "reduce" : "no-preference",
    userAgent,
    javaScriptEnabled: options.javaScript ?? true,
  } as const;
}

function reportViolations(): void {
  document.addEventListener("securitypolicyviolation", (event) => {
    console.error(`Policy violation: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
  });
}

export async function watchPage(page: Page, allow: RegExp[], problems: string[]): Promise<void> {
  await page.addInitScript(reportViolations);
  const note = (problem: string) => {
    if (!allow.some((pattern) => pattern.test(problem))) problems.push(`${page.url()}: ${problem}`);
  };
  page.on("pageerror", (error) => note(`page error: ${error.stack ?? error.message}`));
  page.on("console", (message: ConsoleMessage) => {
    if (message.type() === "error") note(`console error: ${message.text()} (${message.location().url})`);
  });
}

/** Problems reported while closing count too, and a failed test keeps its trace. */
export async function closeWatched(problems: string[], close: () => Promise<void>): Promise<void> {
  const check = () => expect.soft(problems.splice(0), "The browser complained").toEqual([]);
  check();
  await close();
  check();
}
