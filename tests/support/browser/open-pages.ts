import type { ConsoleMessage, Page } from "playwright/test";
import { expect } from "playwright/test";

import { findChromium } from "@/scripts/programs/chromium.mjs";

/** How a page is opened; `allow` names problems that this test expects. */
export type PageOptions = {
  locale?: "en-CA" | "fr-CA";
  viewport?: { width: number; height: number };
  dark?: boolean;
  reducedMotion?: boolean;
  javaScript?: boolean;
  allow?: RegExp[];
  /** Opens another tab of this page's browser; of the other options `allow` alone counts. */
  beside?: Page;
};

/** What opens the pages of a test. */
export type Pages = { newPage: (options?: PageOptions) => Promise<Page> };

/** A phone, a tablet held upright as it stands at a gate, and a wide screen. */
export const viewports = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1280, height: 900 },
} as const;

/** The size that a test runs in: a phone's, unless its tags name another, as `@tablet`. */
export function viewportOf(tags: readonly string[]) {
  if (tags.includes("@tablet")) return viewports.tablet;
  return tags.includes("@desktop") ? viewports.desktop : viewports.phone;
}

// Root has no user namespaces for the browser's own sandbox; the rest keeps it from calling anyone.
const launchArguments = [
  "--no-sandbox",
  "--disable-gpu",
  // Without a graphics card a process for it only copies pictures.
  "--in-process-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A headless browser names itself as one, and the error screen is not drawn for programs. */
const userAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";

/** How Chromium is started; throws where there is none. */
export async function launchOptions(): Promise<{ executablePath: string; args: string[] }> {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error("No Chromium was found: npm test installs one, or set CHROMIUM_PATH.");
  return { executablePath, args: launchArguments };
}

/** What a page is opened with; it reads English unless told. */
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

/**
 * Writes each console error, page error and violation of the script policy of a page into `problems`, but for what is
 * allowed.
 */
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

/**
 * Fails the test whose pages have complained, and closes them: a trace is kept of what closes after its test has
 * failed, and what they say in the end counts too.
 */
export async function closeWatched(problems: string[], close: () => Promise<void>): Promise<void> {
  const check = () => expect.soft(problems.splice(0), "The browser complained").toEqual([]);
  check();
  await close();
  check();
}
