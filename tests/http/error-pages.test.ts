import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { localizedPath } from "@/lib/platform/i18n/routing";
import en from "@/messages/en.json";
import fr from "@/messages/fr.json";
import { importDraw } from "@/tests/support/calls/buyer";
import type { RegisteredDevice } from "@/tests/support/calls/device";
import { registerDevice } from "@/tests/support/calls/device";
import { drawWith } from "@/tests/support/draws/draw";
import { startServerWithout } from "@/tests/support/sabotage/sabotaged-server";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

let server: Server;
let device: RegisteredDevice;

beforeAll(async () => {
  server = await startServer({ env: { VERIFICATION: "off" } });
  await importDraw(server, drawWith({ id: "present" }));
  device = await registerDevice(server, { parentId: "test-parent" });
});

afterAll(() => server.stop());

type Answer = {
  status: number;
  caching: string | null;
  lang: string | undefined;
  title: string | undefined;
  html: string;
};

async function open(path: string, headers: Record<string, string> = {}, at = server): Promise<Answer> {
  const answer = await fetch(`${at.url}${path}`, { headers, redirect: "manual" });
  const html = await answer.text();
  return {
    status: answer.status,
    caching: answer.headers.get("cache-control"),
    lang: /<html[^>]* lang="([^"]+)"/.exec(html)?.[1],
    title: /<title>(.*?)<\/title>/.exec(html)?.[1],
    html,
  };
}

/** Node's user agent counts as a bot. */
const browser = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0",
};

const noOrder = "00000000000000000000000000";

const missing: [string, () => Record<string, string>][] = [
  ["/no-such-draw", () => ({})],
  ["/1/no-such-draw", () => ({})],
  ["/no/such/page", () => ({})],
  ["/no-such-draw?title=Gala", () => ({})],
  ["/1/no-such-draw?inSupportOf=Gala", () => ({})],
  ["/present~dGl0bGU9R2FsYQ", () => ({})],
  ["/1/present~dGl0bGU9R2FsYQ", () => ({})],
  ["/hashtest", () => ({})],
  ["/terminal/register", () => ({})],
  ["/terminal/no/such/page", () => ({})],
  ["/terminal/no-such-draw", () => ({ cookie: device.cookie })],
  ["/terminal/recent-orders", () => ({ cookie: device.cookie })],
  ["/terminal/order-details", () => ({ cookie: device.cookie })],
  ["/terminal/order-details?instanceId=present", () => ({ cookie: device.cookie })],
  ["/terminal/success", () => ({ cookie: device.cookie })],
];

describe.each([
  ["", "en-US", en.errorScreen.heading],
  ["/fr", "fr-FR", fr.errorScreen.heading],
])("under %j", (prefix, lang, heading) => {
  it.each(missing)(
    "%s is missing: 404 with language and title, before any script, not cached",
    async (path, headers) => {
      const answer = await open(`${prefix}${path}`, headers());
      expect(answer).toMatchObject({ status: 404, lang, title: heading, caching: expect.stringContaining("no-store") });
      expect(answer.html).not.toContain("__next_error__");
      expect(answer.html).toMatch(/<meta name="robots" content="noindex/);
    },
  );

  it("the terminal's 403 has them too, and its title says what is missing", async () => {
    const title = (prefix ? fr : en).guards.forbiddenTitle;
    expect(await open(`${prefix}/terminal/present`)).toMatchObject({ status: 403, lang, title });
  });

  it.each([`/order/present/${noOrder}`, `/success?instanceId=present&orderId=${noOrder}`])(
    "%s tells people that there is no such order, and gives bots only the status",
    async (path) => {
      const [person, bot] = [
        await open(`${prefix}${path}`, browser),
        await open(`${prefix}${path}`, { "user-agent": "Googlebot/2.1" }),
      ];
      const missingTitle = (prefix ? fr : en).order.missing.title;
      for (const answer of [person, bot]) expect(answer).toMatchObject({ status: 404, lang });
      expect(person.html).toContain(`>${missingTitle}</h1>`);
      expect(person.html).toContain(`>${prefix ? "English" : "Français"}</a>`);
      expect(bot.html).not.toContain(missingTitle);
      expect(bot.html).toContain("<main></main>");
    },
  );
});

describe("an unknown path", () => {
  it("gets the text from the specification", () => {
    expect([en.errorScreen.heading, en.errorScreen.notFound, en.errorScreen.goHome]).toEqual([
      "Page not Found",
      "Page not found",
      "Go Back Home",
    ]);
    expect(en.guards.missing).toBe("Page Not Found: {path}");
    expect(en.guards.forbidden).toBe(
      "Device ID and/or 5050 Parent ID not found. Please ensure the device is registered.",
    );
  });

  it("is 404 for many simultaneous requests, and for the router's own", async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => open("/asked-by-many")),
      fetch(`${server.url}/asked-by-router`, { headers: { rsc: "1" } }),
      fetch(`${server.url}/fr/no/such`, { headers: { rsc: "1" } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(404));
  });

  it("doesn't affect the pages that exist", async () => {
    for (const path of ["/present", "/1/present", "/fr/present", "/staticSuccess"])
      expect(await open(path)).toMatchObject({ status: 200 });
  });
});

describe("a page that fails", () => {
  let broken: Server;

  // Every query of a draw fails, as if the database were down.
  beforeAll(async () => {
    broken = await startServerWithout(["alter table draws rename to drawers"]);
  });

  afterAll(() => broken.stop());

  const failing = ["/", "/present", "/1/present", "/present?title=Gala", `/success?instanceId=a&orderId=${noOrder}`];

  describe.each([
    ["en", "en-US", en.errorScreen],
    ["fr", "fr-FR", fr.errorScreen],
  ] as const)("in %s", (language, lang, { heading, failed, tryAgain, goHome }) => {
    it.each(failing)("%s tells people without any script what to do, and gives bots only the status", async (path) => {
      const localized = localizedPath(language, path);
      const person = await open(localized, browser, broken);
      const bot = await open(localized, { "user-agent": "Googlebot/2.1" }, broken);
      for (const answer of [person, bot])
        expect(answer).toMatchObject({ status: 500, lang, title: heading, caching: "private, no-store" });
      for (const text of [`>${heading}</h1>`, `>${failed}</p>`, `>${tryAgain}</a>`, `>${goHome}</a>`]) {
        expect(person.html).toContain(text);
        expect(bot.html).not.toContain(text);
      }
      expect(bot.html).toContain("<main></main>");
    });
  });

  it("reveals nothing about the failure or Next, and loads nothing but its icon", async () => {
    const { html } = await open("/present", browser, broken);
    expect(html).not.toMatch(/draws|drawers|relation|digest|stack|__next|_next/);
    expect(html.match(/(?:src|href)="[^"]*"/g)).toEqual(['href="/favicon.ico"', 'href=""', 'href="/"']);
  });

  it("answers HEAD the same way, and the router without a page", async () => {
    const [head, whole] = [
      await fetch(`${broken.url}/present`, { method: "HEAD", headers: browser }),
      await fetch(`${broken.url}/present`, { headers: browser }),
    ];
    for (const name of ["content-type", "content-length", "content-security-policy", "x-content-type-options"])
      expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
    expect(whole.headers.get("content-length")).toBe(String((await whole.arrayBuffer()).byteLength));
    const router = await fetch(`${broken.url}/present`, { headers: { ...browser, rsc: "1" } });
    expect([router.status, await router.text()]).toEqual([500, ""]);
  });
});
