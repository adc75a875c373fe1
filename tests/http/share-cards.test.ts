import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { shareServer } from "@/tests/support/servers/shared-server";

const drawId = "shared-5050";
let server: Server;

beforeAll(async () => {
  server = await shareServer();
  const pictures = { bannerImage: { url: "/demo/skaters.svg" }, charity: { logo: "/demo/logo-skaters.svg" } };
  await importDraw(server, drawWith({ id: drawId, jackpotTotal: 50_000, ...pictures }));
  await importDraw(server, drawWith({ id: "emoji-5050", title: "🏒 Ночь 50/50", organization: "日本 <b>&</b>" }));
});

afterAll(() => server.stop());

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}${path}`, { headers, redirect: "manual" });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** Retries while a busy machine postpones the card. */
async function getDrawn(path: string, headers?: Record<string, string>) {
  await expect.poll(async () => (await get(path, headers)).status, { timeout: 60_000 }).not.toBe(503);
  return get(path, headers);
}

function sizeOf(bytes: Buffer): [number, number] | null {
  return bytes.subarray(1, 4).toString() === "PNG" ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : null;
}

describe("the tags of a draw's page", () => {
  it.each(["", "/fr"])("have absolute URLs in its language, once, in its head: %s", async (prefix) => {
    const html = (await get(`${prefix}/${drawId}`)).bytes.toString();
    const head = html.slice(0, html.indexOf("</head>"));
    const tags = [...head.matchAll(/<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)"/g)];
    const page = `${server.url}${prefix}/${drawId}`;
    expect(tags.map(([, name, content]) => [name, content])).toEqual([
      ["og:type", "website"],
      ["og:title", prefix ? "Moitié-moitié de l’aréna" : "Arena 50/50"],
      ["og:description", expect.stringMatching(prefix ? /^Bénéficiaire\u00a0: \S/ : /^Supporting \S/)],
      ["og:url", page],
      ["og:image", `${page}/card.png`],
      ["twitter:card", "summary_large_image"],
    ]);
  });

  it("are present for a page with its own title, and not on a kiosk's", async () => {
    expect((await get(`/${drawId}?title=Gala`)).bytes.toString()).toContain('property="og:image"');
    expect((await get(`/1/${drawId}`)).bytes.toString()).not.toContain("og:image");
  });
});

describe("the card of a draw", () => {
  it("is a 1200 by 630 picture in both languages, which caches may store for a minute", async () => {
    const [english, french] = [await getDrawn(`/${drawId}/card.png`), await getDrawn(`/fr/${drawId}/card.png`)];
    for (const card of [english, french]) {
      expect([card.status, card.headers.get("content-type"), sizeOf(card.bytes)]).toEqual([
        200,
        "image/png",
        [1200, 630],
      ]);
      expect(card.headers.get("cache-control")).toBe("public, max-age=60");
      expect(card.headers.get("set-cookie")).toBeNull();
      expect(card.bytes.length).toBeLessThan(150_000);
    }
    expect(english.bytes.equals(french.bytes)).toBe(false);
    const tag = english.headers.get("etag") ?? "";
    expect((await get(`/${drawId}/card.png`, { "if-none-match": tag })).status).toBe(304);
  });

  it("is the same for every request, and doesn't change with each sale", async () => {
    const first = await getDrawn(`/${drawId}/card.png`);
    const buyer = createBuyer(server);
    const { order } = (await buyer.placeOrder({ instanceId: drawId })).body;
    expect((await buyer.pay(order, await tokenFor(server.sandboxUrl))).status).toBe(200);
    const variants = [{ "accept-language": "fr-CA" }, { cookie: "i18n_redirected=fr" }, { host: "fr.example.test" }];
    for (const headers of [{}, ...variants]) {
      const again = await get(`/${drawId}/card.png?x=${Math.random()}`, headers as Record<string, string>);
      expect([again.status, again.headers.get("etag")]).toEqual([200, first.headers.get("etag")]);
    }
  });

  it("for a crowd is drawn once, and never takes long", async () => {
    await importDraw(server, drawWith({ id: "crowd-5050" }));
    const cards = await Promise.all(Array.from({ length: 60 }, () => getDrawn("/crowd-5050/card.png")));
    const answers = new Set(cards.map(({ status, headers }) => `${status} ${headers.get("etag")}`));
    expect([...answers]).toEqual([expect.stringMatching(/^200 (W\/)?"/)]);
  });

  it("accepts titles in any alphabet, and needs no other service for their characters", async () => {
    const card = await getDrawn("/emoji-5050/card.png");
    expect([card.status, sizeOf(card.bytes)]).toEqual([200, [1200, 630]]);
  });

  it("shows the draw's picture and the charity's logo, and does without those that can't be had", async () => {
    // A card shows the end of sales to the minute.
    const { startDate, endDate } = drawWith({ id: "plain-card" });
    const cardWith = async (id: string, pictures: object) => {
      await importDraw(server, drawWith({ id, charity: { color: "#14513f" }, ...pictures, startDate, endDate }));
      return (await getDrawn(`/${id}/card.png`)).bytes;
    };
    const plain = await cardWith("plain-card", {});
    const own = { bannerImage: { url: "/demo/long-table.svg" }, charity: { color: "#14513f", logo: "/favicon.ico" } };
    const pictured = await cardWith("pictured-card", own);
    expect([sizeOf(pictured), pictured.equals(plain)]).toEqual([[1200, 630], false]);
    for (const url of ["https://127.0.0.1/a.png", "/demo/none.png", "/../package.json"]) {
      expect((await cardWith(`missing-${url.length}`, { bannerImage: { url } })).equals(plain)).toBe(true);
    }
  });

  it.each(["/none/card.png", "/fr/none/card.png", "/de/shared-5050/card.png", "/none/draw.ics", "/none/poster"])(
    "%s doesn't exist, and isn't cached",
    async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, expect.stringContaining("no-store")]);
    },
  );
});

describe("the calendar file of a draw", () => {
  it.each(["", "/fr"])("is the same for everyone, with its date and URL: %s", async (prefix) => {
    const file = await get(`${prefix}/${drawId}/draw.ics`);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
    const text = file.bytes.toString().replace(/\r\n[ \t]/g, "");
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/);
    expect(text).toContain(`${server.url}${prefix}/${drawId}`);
    expect(text).not.toMatch(/ATTENDEE|ORGANIZER|mailto:/);
  });
});

describe("the poster of a draw", () => {
  it.each([
    ["", "Win half the pot"],
    ["/fr", "Gagnez la moitié de la cagnotte"],
  ])("says what one plays for, and no amount of a pot that grows while paper does not: %s", async (prefix, words) => {
    const html = (await get(`${prefix}/${drawId}/poster`)).bytes.toString();
    const [, sheet = ""] = /<article[^>]*>(.*)<\/article>/s.exec(html) ?? [];
    const text = sheet.replace(/<[^>]+>/g, " ").replace(/ +/g, " ");
    expect(text).toContain(words);
    expect(text).not.toMatch(/(?:25|50)[,\u00a0]00\d/);
  });

  it("says the last day and the URL", async () => {
    const html = (await get(`/${drawId}/poster`)).bytes.toString();
    expect(html).toMatch(/Sales close [A-Z]/);
    expect(html).toContain('src="/demo/skaters.svg"');
    expect(html).toContain('src="/demo/logo-skaters.svg"');
    expect(html).toContain(`${new URL(server.url).host}/${drawId}`);
    expect(html).toMatch(/<meta name="robots" content="noindex/);
  });
});
