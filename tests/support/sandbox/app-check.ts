import type { Page } from "playwright/test";
import type { TokenChanges } from "@/sandbox/google/app-check-tokens";
import { sandboxProject } from "@/sandbox/google/app-check-tokens";

export function appCheckEnv(sandboxUrl: string, mode: "watch" | "enforce"): Record<string, string> {
  return {
    APP_CHECK_MODE: mode,
    APP_CHECK_PROJECT_NUMBER: sandboxProject.projectNumber,
    APP_CHECK_PROJECT_ID: sandboxProject.projectId,
    APP_CHECK_APP_ID: sandboxProject.appId,
    APP_CHECK_API_KEY: sandboxProject.apiKey,
    APP_CHECK_SITE_KEY: sandboxProject.siteKey,
    APP_CHECK_KEYS_URL: `${sandboxUrl}/app-check/jwks`,
  };
}

async function post<Body>(url: string, body: unknown): Promise<Body> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`The sandbox refused: ${response.status}`);
  return (await response.json()) as Body;
}

export async function makeToken(sandboxUrl: string, changes: TokenChanges = {}): Promise<string> {
  return (await post<{ token: string }>(`${sandboxUrl}/sandbox/app-check/tokens`, changes)).token;
}

export async function setAppCheck(
  sandboxUrl: string,
  settings: { appCheckKeys?: "up" | "down"; appCheckExchange?: number },
): Promise<void> {
  await post(`${sandboxUrl}/sandbox/settings`, settings);
}

/** Redirects the SDK's requests from Google to the sandbox. Returns their URLs. */
export async function routeGoogle(page: Page, sandboxUrl: string): Promise<string[]> {
  const urls: string[] = [];
  await page.route(/^https:\/\/www\.google\.com\/recaptcha\//, async (route) => {
    urls.push(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: `${sandboxUrl}/sandbox/recaptcha.js` }) });
  });
  await page.route("https://content-firebaseappcheck.googleapis.com/**", async (route) => {
    const { pathname, search } = new URL(route.request().url());
    urls.push(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: `${sandboxUrl}${pathname}${search}` }) });
  });
  return urls;
}
