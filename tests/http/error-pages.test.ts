import { afterAll, beforeAll, describe, expect, it } from "vitest";

import en from "@/messages/en.json";
import fr from "@/messages/fr.json";
import { importDraw } from "@/tests/support/buyer";
import type { RegisteredDevice } from "@/tests/support/device";
import { registerDevice } from "@/tests/support/device";
import { drawWith } from "@/tests/support/draw";
import type { Server } from "@/tests/support/server";
import { startServer } from "@/tests/support/server";

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

async function open(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(`${server.url}${path}`, { headers, redirect: "manual" });
  const html = await answer.text();
  return {
    status: answer.status,
    caching: answer.headers.get("cache-control"),
    lang: /<html[^>]* lang="([^"]+)"/.exec(html)?.[1],
    title: /<title>(.*?)<\/title>/.exec(html)?.[1],
    html,
  };
}

/** Node's own name is that of a bot. */
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
  ["/titled/present", () => ({})],
  ["/titled/1/present", () => ({})],
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
    "%s is missing: 404 with language and title, before any script, kept by nobody",
    async (path, headers) => {
      const answer = await open(`${prefix}${path}`, headers());
      expect(answer).toMatchObject({ status: 404, lang, title: heading, caching: expect.stringContaining("no-store") });
      expect(answer.html).not.toContain("__next_error__");
      expect(answer.html).toMatch(/<meta name="robots" content="noindex/);
    },
  );

  it("the terminal's 403 has them too", async () => {
    expect(await open(`${prefix}/terminal/present`)).toMatchObject({ status: 403, lang, title: heading });
  });

  it.each([`/order/present/${noOrder}`, `/success?instanceId=present&orderId=${noOrder}`])(
    "%s tells people that there is no such order, and a bot the bare status",
    async (path) => {
      const [person, bot] = [
        await open(`${prefix}${path}`, browser),
        await open(`${prefix}${path}`, { "user-agent": "Googlebot/2.1" }),
      ];
      const said = (prefix ? fr : en).order.missing.title;
      for (const answer of [person, bot]) expect(answer).toMatchObject({ status: 404, lang });
      expect(person.html).toContain(`>${said}</h1>`);
      expect(bot.html).not.toContain(said);
      expect(bot.html).toContain("<main></main>");
    },
  );
});

describe("an unknown path", () => {
  it("is answered with the specification's words", () => {
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

  it("is 404 to many at once, and to the router's own requests", async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => open("/asked-by-many")),
      fetch(`${server.url}/asked-by-router`, { headers: { rsc: "1" } }),
      fetch(`${server.url}/fr/no/such`, { headers: { rsc: "1" } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(404));
  });

  it("does not touch the pages that there are", async () => {
    for (const path of ["/present", "/1/present", "/fr/present", "/staticSuccess"])
      expect(await open(path)).toMatchObject({ status: 200 });
  });
});
