import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import { shopTest as test } from "@/tests/support/browser/browser-test";
import { words } from "@/tests/support/browser/checkout";
import { importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";

const { en } = words;

const teams = [
  {
    id: "all",
    title: "Teams",
    teams: [
      { id: "own", name: "Own", icon: "lucide:flame" },
      { id: "asked", name: "Asked", icon: "mdi:hockey" },
    ],
  },
];

async function newDraw(server: Server, id: string): Promise<string> {
  await importDraw(server, drawWith({ id, title: "Arena 50/50", teams, parentId: "demo-parent" }));
  return `${server.url}/${id}`;
}

/** Records the root's colour mode at every frame, from the first on. */
async function watchModes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const modes: string[] = [];
    Object.assign(window, { seenModes: modes });
    const note = () => {
      if (document.body) modes.push(document.documentElement.className.match(/\b(light|dark)\b/)?.[0] ?? "none");
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    new MutationObserver(note).observe(document, { childList: true, subtree: true });
  });
}

const modesOf = (page: Page) =>
  page.evaluate(() => [...new Set((window as never as { seenModes: string[] }).seenModes)]);
const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const dark = "rgb(21, 16, 17)";
const light = "rgb(246, 243, 240)";

test("nothing changes slowly for a visitor who prefers reduced motion", async ({ pages, server }) => {
  const page = await pages.newPage({ reducedMotion: true });
  await page.goto(await newDraw(server, "calm"));
  await page.getByRole("radio", { name: en.theme.dark }).waitFor({ state: "attached" });
  const changing = await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
    document.documentElement.classList.add("dark");
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    return [...new Set(transitions.map(({ transitionProperty }) => transitionProperty))];
  });
  expect(changing).toEqual([]);
});

test.describe("the colour mode", () => {
  test("follows the device, then the visitor's choice, and never flashes another mode", async ({ pages, server }) => {
    const url = await newDraw(server, "modes");
    const page = await pages.newPage({ dark: true, allow: [/status of 404/] });
    await watchModes(page);
    await page.goto(url);
    await page.getByRole("radio", { name: en.theme.dark }).waitFor({ state: "attached" });
    expect([await modesOf(page), await groundOf(page)]).toEqual([["dark"], dark]);
    await page.getByRole("radio", { name: en.theme.light }).check();
    expect(await groundOf(page)).toBe(light);
    // A cached page, one rendered per request, and one that isn't found.
    for (const path of ["", "?title=Gala", "/no/such/page"]) {
      await page.goto(`${url}${path}`);
      await page.getByRole("heading").first().waitFor();
      expect([path, await modesOf(page), await groundOf(page)]).toEqual([path, ["light"], light]);
    }
    await page.goto(url);
    // The HTML selects the device's mode; then the script selects the stored one.
    await expect(page.getByRole("radio", { name: en.theme.light })).toBeChecked();
    await page.getByRole("radio", { name: en.theme.system }).check();
    expect(await groundOf(page)).toBe(dark);
  });

  test("is forced by a page from the first paint on, and isn't stored", async ({ pages, server }) => {
    const url = await newDraw(server, "forced");
    const page = await pages.newPage({ dark: true });
    await watchModes(page);
    await page.goto(`${server.url}/dummy`);
    await page.getByRole("heading", { name: en.demo.heading, exact: true }).waitFor();
    expect([await modesOf(page), await groundOf(page)]).toEqual([["light"], light]);
    await page.goto(url);
    expect(await groundOf(page)).toBe(dark);
  });
});

test.describe("icons", () => {
  test("of the first paint are in the page, even with their endpoint down and without scripts", async ({
    pages,
    server,
  }) => {
    const url = await newDraw(server, "icons");
    for (const javaScript of [true, false]) {
      const page = await pages.newPage({ javaScript, allow: [/ERR_FAILED/] });
      const requests: string[] = [];
      await page.route("**/api/icons/**", (route) => {
        requests.push(new URL(route.request().url()).pathname);
        return route.abort();
      });
      await page.goto(url);
      if (javaScript) await expect.poll(() => requests.length).toBeGreaterThan(0);
      expect([...new Set(requests)]).toEqual(javaScript ? ["/api/icons/mdi.json"] : []);
      const icons = page.locator("main .icon[aria-hidden]");
      expect(await icons.count()).toBeGreaterThan(5);
      const drawn = await icons.evaluateAll((found) => found.map((icon) => getComputedStyle(icon).maskImage));
      for (const drawing of drawn) expect(drawing).toMatch(/^url\("data:image\/svg\+xml,<svg /);
      const own = page.getByRole("listitem").filter({ hasText: "Own" });
      await expect(own.locator("svg path").first()).toBeVisible();
      await expect(page.getByText("Asked", { exact: true }).filter({ visible: true }).first()).toBeVisible();
    }
  });

  test("that aren't in the page come from our own endpoint", async ({ pages, server }) => {
    const url = await newDraw(server, "loaded");
    const page = await pages.newPage();
    const icons = { hockey: { body: '<path fill="currentColor" d="M0 0h24v24z"/>' } };
    await page.route("**/api/icons/mdi.json?icons=hockey", (route) =>
      route.fulfill({ json: { prefix: "mdi", icons, width: 24, height: 24 } }),
    );
    await page.goto(url);
    await expect(page.locator('svg path[d="M0 0h24v24z"]')).toBeVisible();
  });
});

test.describe("the error screen", () => {
  const crawler = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

  test("shows text to people, and only the status to bots", async ({ pages, server, browser }) => {
    const person = await pages.newPage({ allow: [/status of 40[34]/] });
    const { heading, notFound, goHome } = en.errorScreen;
    const screen = async (path: string) => {
      const answer = await person.goto(`${server.url}${path}`);
      await person.getByRole("heading", { name: heading, exact: true }).waitFor();
      return [answer?.status(), await person.getByRole("main").getByRole("alert").textContent()];
    };
    expect(await screen("/no/such/page")).toEqual([404, notFound]);
    expect(await screen("/terminal/order-details?a=1")).toEqual([404, "Page Not Found: /terminal/order-details"]);
    expect(await screen("/terminal/any-draw")).toEqual([403, en.guards.forbidden]);
    expect(await screen("/no-such-draw")).toEqual([404, notFound]);
    await person.getByRole("button", { name: goHome }).click();
    await person.waitForURL(`${server.url}/`);
    const context = await browser.newContext({ userAgent: crawler });
    const bot = await context.newPage();
    for (const path of ["/no-such-draw", "/terminal/any-draw"]) {
      const answer = await bot.goto(`${server.url}${path}`);
      // Only a script could draw the error screen.
      await bot.waitForLoadState("networkidle");
      expect([answer?.ok(), (await bot.locator("body").innerText()).trim()]).toEqual([false, ""]);
    }
    await context.close();
  });
});

test("enableLogging=true logs what happens to the console, without any personal data", async ({ pages, server }) => {
  const url = await newDraw(server, "logged");
  const page = await pages.newPage();
  const messages: string[] = [];
  page.on("console", (message) => {
    if (message.text().startsWith("tirage ")) messages.push(message.text());
  });
  const live = page.waitForResponse(/\/live$/);
  await page.goto(url);
  await live;
  expect(messages).toEqual([]);
  await page.goto(`${url}?enableLogging=true`);
  await expect.poll(() => messages.join("\n")).toMatch(/tirage state [\s\S]*tirage call .*\/api\/draws\/logged\/live/);
});
