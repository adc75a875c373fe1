import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { LiveState } from "@/lib/draws/rules.projection";
import { adminCall, createBuyer, tokenFor } from "@/tests/support/calls/buyer";
import { inDays, linkToDraft, setUpByCalls } from "@/tests/support/calls/drafts";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

const languages = ["", "/fr"];
const parts = ["", "/poster", "/receipt", "/email"];

let server: Server;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const setUp = (drawId: string, changes: Record<string, unknown> = {}) =>
  setUpByCalls(server, { drawId }, { pixelId: "1234567890", bannerImage: { url: "/demo/skaters.svg" }, ...changes });

const linkTo = (drawId: string) => linkToDraft(server, drawId);

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers, redirect: "manual" });

async function read(path: string): Promise<string> {
  const answer = await get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.text()).replaceAll("<!-- -->", "");
}

/** What a page shows, without ids that React counts and without data for its scripts. */
function showOf(html: string, path: string): string {
  const [body = ""] = /<body[\s\S]*<\/body>/.exec(html) ?? [];
  return body
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<div role="timer"[\s\S]*?<\/div>/g, "")
    .replace(/<template[\s\S]*?<\/template>/g, "")
    .replace(/<aside aria-label="(?:Preview|Aperçu)"[\s\S]*?<\/aside>/, "")
    .replace(new RegExp(`href="(?:/fr)?${path}(?=["/])`, "g"), `href="PAGE`)
    .replace(/_R_\w*_/g, "ID")
    .replace(/\d\d?[:h\u00a0]+\d\d(?::\d\d)?(?:\u00a0[ap]\.m\.)?/g, "TIME");
}

/** One a line, where they are compared. */
const toTags = (html: string) => html.split(/(?=<)/);

describe("the pages of a draft", () => {
  it.each(languages)("are those of the draw after it opens, apart from the mark and what sells: %s", async (prefix) => {
    const drawId = `same${prefix.replace("/", "-")}`;
    await setUp(drawId);
    const path = await linkTo(drawId);
    const before = { page: await read(prefix + path), poster: await read(`${prefix}${path}/poster`) };
    const publish = { revision: 2 };
    expect((await adminCall(server, "POST", `/api/admin/drafts/${drawId}/publish`, publish)).status).toBe(200);
    const after = { page: await read(`${prefix}/${drawId}`), poster: await read(`${prefix}/${drawId}/poster`) };
    expect(toTags(showOf(before.poster, path))).toEqual(toTags(showOf(after.poster, `/${drawId}`)));
    // The button, the question about visits, and the place of Apple's button.
    const button = /<button[^>]*(?:id="checkout-pay"|disabled="")[^>]*class="[^"]*w-full[\s\S]*?<\/button>/;
    const apple = /<section aria-label="Apple Pay"[\s\S]*?<\/section>/;
    const visits = /<aside class="px-4 sm:px-6">[\s\S]*?<\/aside>/;
    // Where remembered details would load.
    const remembered = /<div class="flow-root min-h-22[^"]*"><\/div>/;
    const parts = [button, apple, visits, remembered];
    const withoutSale = (text: string) => parts.reduce((rest, each) => rest.replace(each, ""), text);
    const [shown, sold] = [showOf(before.page, path), showOf(after.page, `/${drawId}`)];
    expect(shown).not.toContain('id="checkout-pay"');
    expect(shown).not.toMatch(visits);
    expect(sold).toMatch(visits);
    expect(sold).toContain('id="checkout-pay"');
    expect(toTags(withoutSale(shown))).toEqual(toTags(withoutSale(sold)));
  });

  it("say that nothing can be bought, and show the receipt and email of a made-up order", async () => {
    await setUp("marked");
    const path = await linkTo("marked");
    for (const [prefix, mark, sample, title] of [
      ["", "Preview. Nothing can be bought.", "Sample: not a ticket", "Spring 50/50"],
      ["/fr", "Aperçu. On ne peut rien acheter.", "Exemple\u00a0: ceci n’est pas un billet", "50/50 du printemps"],
    ] as const) {
      for (const part of parts) {
        const html = await read(`${prefix}${path}${part}`);
        expect(html).toContain(mark);
        expect(html).toContain(title);
        expect(html).toContain('name="robots" content="noindex, nofollow, noarchive"');
        expect(html).not.toContain("og:image");
        if (part === "/receipt" || part === "/email") expect(html).toContain(sample);
      }
    }
  });

  it("name what is missing while the draft is no draw", async () => {
    await setUp("unfinished", { ticketPriceInfo: [], endDate: "" });
    const path = await linkTo("unfinished");
    expect(await read(path)).toContain("<li>Dates</li>");
    expect(await read(`/fr${path}/email`)).toContain("Cet aperçu n’est pas encore prêt");
  });
});

describe("a preview", () => {
  it("is kept by no cache, framed by nobody, and tells its address to nobody", async () => {
    await setUp("secret");
    const path = await linkTo("secret");
    for (const each of languages.flatMap((prefix) => parts.map((part) => prefix + path + part))) {
      const { headers } = await get(each);
      expect(headers.get("cache-control")).toBe("private, no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("x-shared-page")).toBeNull();
      expect(headers.get("set-cookie")).toBeNull();
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toMatch(/connect-src 'self';/);
      expect(policy).toMatch(/frame-src 'self';/);
    }
    const redirect = await get(path, { "accept-language": "fr-CA" });
    expect([redirect.status, redirect.headers.get("location")]).toEqual([307, `/fr${path}`]);
    expect(redirect.headers.get("cache-control")).toBe("private, no-store");
    expect(server.output()).not.toContain(path.split("/").at(-1));
  });

  it("is nowhere but at its link: not bought, listed, shown, or drawn as a picture", async () => {
    await setUp("unlisted");
    await linkTo("unlisted");
    const buyer = createBuyer(server);
    expect((await buyer.placeOrder({ instanceId: "unlisted" })).status).toBe(404);
    expect((await buyer.call("POST", "/api/getInstance", { instanceId: "unlisted" })).status).toBe(404);
    const own = ["", "/poster", "/card.png", "/draw.ics", "/_payload.json"].map((part) => `/unlisted${part}`);
    for (const path of [
      ...own,
      "/1/unlisted",
      "/fr/unlisted",
      "/api/draws/unlisted/live",
      "/api/locales/unlisted/en",
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
    for (const list of ["/", "/fr", "/?filter=upcoming", "/_payload.json", "/dummy"]) {
      expect(await (await get(list)).text()).not.toContain("unlisted");
    }
    expect((await get("/sitemap.xml")).status).toBe(404);
  });

  it("is missing with a wrong code, and once another link was made or the draft has ended", async () => {
    await setUp("ended");
    const first = await linkTo("ended");
    const second = await linkTo("ended");
    const wrong = [first, first.replace(/.$/, ""), `/ended/preview/${"0".repeat(26)}`, "/ended/preview"];
    for (const path of [...wrong, second.replace("ended", "other"), second.toLowerCase(), `${second}/other`]) {
      for (const prefix of languages) expect((await get(prefix + path)).status).toBe(404);
    }
    for (const part of parts) expect((await get(first + part)).status).toBe(404);
    await read(second);
    await adminCall(server, "POST", "/api/admin/drafts/ended/discard", { revision: 2 });
    for (const part of parts) expect((await get(second + part)).status).toBe(404);
  });
});

describe("a test copy of a draft", () => {
  it("sells a ticket for a test card, and is in no list", async () => {
    await setUp("rehearsed", { startDate: inDays(10) });
    const made = await adminCall<{ drawId: string }>(server, "POST", "/api/admin/drafts/rehearsed/try");
    expect(made.status).toBe(201);
    const { drawId } = made.body;
    const html = await read(`/${drawId}`);
    expect(html).toContain("This is a test draw");
    const buyer = createBuyer(server);
    const lines = [{ poolId: "main", packageId: "p1", quantity: 1 }];
    const placed = await buyer.placeOrder({ instanceId: drawId, lines });
    expect((await buyer.pay(placed.body.order, await tokenFor(server.sandboxUrl))).body.order.status).toBe("finalized");
    const live = (await (await get(`/api/draws/${drawId}/live`)).json()) as LiveState;
    expect(live.sold).toBe(3);
    for (const list of ["/", "/fr", "/_payload.json", "/dummy"]) {
      expect(await (await get(list)).text()).not.toContain(drawId);
    }
  });
});
