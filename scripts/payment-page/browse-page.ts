import type { Browser, Page, Request, Response } from "playwright";

import { findInlineScripts } from "@/lib/platform/csp/inline-scripts.mjs";

import type { ReceivedPage, ReceivedScript } from "./received-page";
import { namedScripts } from "./received-page";
import { hashSha256 } from "./script-inventory.mjs";

const openWithinMs = 60_000;

/** The card host's script loads once the page is idle. */
const idleWithinMs = 15_000;
const lateMs = 2000;

export async function browsePage(url: string, executablePath: string): Promise<ReceivedPage> {
  const { chromium } = await import("playwright");
  // Root has no user namespaces for the browser's sandbox.
  const args = process.getuid?.() === 0 ? ["--no-sandbox", "--disable-quic"] : ["--disable-quic"];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const context = await browser.newContext({ locale: "en-CA", userAgent: createUserAgent(browser) });
    return await readPage(await context.newPage(), url);
  } finally {
    await browser.close();
  }
}

/** Scripts in other origins' frames can't see the page. */
function isFromPage(request: Request, page: Page): boolean {
  const frame = request.frame();
  if (frame === page.mainFrame()) return true;
  const { protocol, origin } = new URL(frame.url() || "about:blank");
  return !/^https?:$/.test(protocol) || origin === new URL(page.url()).origin;
}

function isScript(request: Request, response: Response | null): boolean {
  const type = response?.headers()["content-type"] ?? "";
  return request.resourceType() === "script" || /javascript|ecmascript/i.test(type);
}

async function hashBody(response: Response | null): Promise<string | null> {
  return response?.ok()
    ? response.body().then(
        (body) => hashSha256(body),
        () => null,
      )
    : null;
}

function watchScripts(page: Page) {
  const requests: Promise<ReceivedScript[]>[] = [];
  const note = async (request: Request): Promise<ReceivedScript[]> => {
    // A request that opens a frame has no frame yet.
    if (request.isNavigationRequest() || !isFromPage(request, page)) return [];
    const response = await request.response().catch(() => null);
    if (!isScript(request, response)) return [];
    return [{ url: request.url(), sha256: await hashBody(response) }];
  };
  page.on("requestfinished", (request) => void requests.push(note(request)));
  page.on("requestfailed", (request) => void requests.push(note(request)));
  page.on("worker", (worker) => void requests.push(Promise.resolve([{ url: worker.url(), sha256: null }])));
  return { end: async () => (await Promise.all(requests)).flat() };
}

/** Includes scripts that were written into the document later. */
function listPresentScripts(page: Page): Promise<{ source: string; type: string; text: string }[]> {
  return page.evaluate(() =>
    [...document.scripts].map(({ src, type, text }) => ({ source: src, type, text: src ? "" : text })),
  );
}

async function readPage(page: Page, url: string): Promise<ReceivedPage> {
  const watch = watchScripts(page);
  const response = await page.goto(url, { timeout: openWithinMs });
  if (!response) throw new Error(`${url} gave no document.`);
  await page.waitForLoadState("networkidle", { timeout: idleWithinMs }).catch(() => undefined);
  await page.waitForTimeout(lateMs);
  const html = await response.text();
  const standing = await listPresentScripts(page);
  const received = await watch.end();
  const named = [...namedScripts(html, page.url()), ...standing.map(({ source }) => source).filter(Boolean)];
  const known = new Set(received.map(({ url: one }) => one));
  const unloaded = [...new Set(named)].filter((one) => !known.has(one)).map((one) => ({ url: one, sha256: null }));
  const written = standing.filter(({ source }) => !source);
  const inline = written.flatMap(({ type, text }) =>
    findInlineScripts(`<script type="${type || "module"}">${text}</script>`),
  );
  return {
    url: page.url(),
    status: response.status(),
    headers: await response.allHeaders(),
    html,
    scripts: [...received, ...unloaded],
    inline: [...new Set([...findInlineScripts(html), ...inline])],
  };
}

/** A buyer's user agent, because injected scripts may be hidden from programs. */
function createUserAgent(browser: Browser): string {
  const engine = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)";
  return `${engine} Chrome/${browser.version()} Safari/537.36`;
}
