import type { Page } from "playwright/test";

export async function holdRequests(page: Page, url: string): Promise<() => void> {
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

export function holdScripts(page: Page): Promise<() => void> {
  return holdRequests(page, "**/_next/static/**/*.js");
}
