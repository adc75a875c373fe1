import type { Page } from "playwright/test";

/** Keeps what a page asks for at `url` from the server until the returned function lets it through. */
export async function holdBack(page: Page, url: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Keeps the scripts of a page back, as `holdBack` does. */
export function holdScripts(page: Page): Promise<() => void> {
  return holdBack(page, "**/_next/static/**/*.js");
}
