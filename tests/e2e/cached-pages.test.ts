import type { Page, Response } from "playwright/test";
import { expect } from "playwright/test";
import { languages } from "@/lib/platform/i18n/routing";
import type { Shop } from "@/tests/support/browser/browser-test";
import { shopTest as test } from "@/tests/support/browser/browser-test";
import type { Language } from "@/tests/support/browser/checkout";
import { pathIn, payButton, words } from "@/tests/support/browser/checkout";
import { importDraw } from "@/tests/support/calls/buyer";
import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";
import { fullRunOnlyIn } from "@/tests/support/runner/tier";
import type { Server } from "@/tests/support/servers/server";

const localeOf = { en: "en-CA", fr: "fr-CA" } as const;

const localeCodes = { en: "en-US", fr: "fr-FR" } as const;

async function newDraw(server: Server, overrides: Partial<DrawInput> = {}): Promise<DrawInput> {
  const draw = drawWith({ title: "Arena 50/50", ...overrides });
  await importDraw(server, draw);
  return draw;
}

/** Opens the page with an empty browser cache. */
async function open(
  { pages, server }: Shop,
  language: Language,
  path: string,
  allow: RegExp[] = [],
): Promise<{ page: Page; response: Response }> {
  const page = await pages.newPage({ locale: localeOf[language], allow });
  const response = await page.goto(`${server.url}${pathIn(language, path)}`);
  if (!response) throw new Error(`Nothing was loaded from ${path}.`);
  return { page, response };
}

/** Scripts were allowed and have run, so the page reacts. */
async function expectAlive(page: Page, language: Language): Promise<void> {
  await payButton(page, language).click();
  await page.getByText(words[language].checkout.missing.email).first().waitFor();
}

async function expectStrict(response: Response): Promise<void> {
  const policies = (await response.headersArray()).filter(({ name }) => /^content-security-policy$/i.test(name));
  const sources = policies.map(({ value }) => /script-src ([^;]*)/.exec(value)?.[1]).filter(Boolean);
  expect(sources).toHaveLength(1);
  expect(sources[0]).toMatch(/'sha256-|'nonce-/);
  expect(sources[0]).not.toMatch(/unsafe|\*|data:/);
}

const cacheOf = (response: Response) => response.headers()["x-nextjs-cache"];

for (const language of languages) {
  test.describe(`a draw's page in ${language}`, () => {
    test("works when it is first rendered, and when it comes from the page cache", async ({ pages, server }) => {
      const { id } = await newDraw(server);
      for (const expected of [/^MISS$/, /^HIT$/]) {
        // A page is cached for a second, so another visitor keeps requesting it while the browser loads.
        let isAsking = expected.test("HIT");
        const crowd = (async () => {
          while (isAsking) await (await fetch(`${server.url}${pathIn(language, `/${id}`)}`)).text();
        })();
        // While a page is rendered again, the first visitor gets the new one and the next gets the old one.
        const untilExpected = async () => {
          for (;;) {
            const opened = await open({ pages, server }, language, `/${id}`);
            if (!isAsking || cacheOf(opened.response) !== "MISS") return opened;
            await opened.page.close();
          }
        };
        const { page, response } = await untilExpected().finally(() => {
          isAsking = false;
        });
        await crowd;
        expect(cacheOf(response)).toMatch(expected);
        await expectStrict(response);
        await expectAlive(page, language);
        expect(await page.locator("html").getAttribute("lang")).toBe(localeCodes[language]);
      }
    });

    test(
      "works after the draw has changed, and shows the change",
      fullRunOnlyIn(language),
      async ({ pages, server }) => {
        const draw = await newDraw(server);
        await open({ pages, server }, language, `/${draw.id}`);
        await importDraw(server, { ...draw, title: "Playoff 50/50" });
        const { page, response } = await open({ pages, server }, language, `/${draw.id}`);
        await page.getByRole("heading", { name: "Playoff 50/50" }).waitFor();
        await expectStrict(response);
        await expectAlive(page, language);
      },
    );

    test(
      "works after the page cache has rendered it again on its own",
      fullRunOnlyIn(language),
      async ({ pages, server }) => {
        const { id } = await newDraw(server);
        const policy = async () =>
          (await fetch(`${server.url}${pathIn(language, `/${id}`)}`)).headers.get("content-security-policy");
        const first = await policy();
        await expect.poll(async () => (await policy()) !== first, { timeout: 40_000, intervals: [500] }).toBe(true);
        const { page, response } = await open({ pages, server }, language, `/${id}`);
        await expectStrict(response);
        await expectAlive(page, language);
      },
    );

    for (const name of ["title", "inSupportOf"]) {
      test(
        `works with ?${name}=, whatever its value, and isn't cached`,
        fullRunOnlyIn(language),
        async ({ pages, server }) => {
          const { id } = await newDraw(server);
          const hostile = `</title><script>window.hacked=1</script><img src=x onerror="window.hacked=1">'"&`;
          const { page, response } = await open(
            { pages, server },
            language,
            `/${id}?${name}=${encodeURIComponent(hostile)}`,
          );
          expect(response.headers()["cache-control"]).toContain("no-store");
          await expectStrict(response);
          await expect.poll(() => page.title()).toContain(hostile);
          await expectAlive(page, language);
          expect(await page.evaluate(() => "hacked" in window)).toBe(false);
          const plain = await open({ pages, server }, language, `/${id}`);
          expect(await plain.response.text()).not.toContain("hacked");
        },
      );
    }

    for (const path of ["/no-such-draw", "/no/such/page"]) {
      test(
        `${path} does not exist: says so in the right language and isn't cached`,
        fullRunOnlyIn(language),
        async ({ pages, server }) => {
          const { page, response } = await open({ pages, server }, language, path, [/status of 404/]);
          expect([response.status(), response.headers()["cache-control"]]).toEqual([404, "private, no-store"]);
          await page.getByRole("heading", { name: words[language].errorScreen.heading }).waitFor();
          expect(await page.locator("html").getAttribute("lang")).toBe(localeCodes[language]);
        },
      );
    }
  });
}

test.describe("a script that doesn't belong to the page", () => {
  test("does not run and is reported (otherwise the tests above couldn't fail)", async ({ pages, server }) => {
    const { id } = await newDraw(server);
    const { page } = await open({ pages, server }, "en", `/${id}`, [/violates|Policy violation/]);
    const reports: string[] = [];
    page.on("console", (message) => reports.push(message.text()));
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "window.hacked = 1";
      document.body.append(script);
    });
    await expect
      .poll(() => reports.filter((text) => text.startsWith("Policy violation: script-src-elem inline")))
      .toHaveLength(1);
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
    const told =
      /"message":"The policy of a page blocked something\.".*"directive":"script-src-elem","blocked":"inline"/;
    await expect.poll(() => server.output()).toMatch(told);
    await expectAlive(page, "en");
  });
});
