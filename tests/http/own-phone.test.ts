import { randomBytes } from "node:crypto";

import { encode } from "uqr";
import { afterAll, beforeAll, expect, it } from "vitest";

import en from "@/messages/en.json";
import fr from "@/messages/fr.json";
import { importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";
import { shareServer } from "@/tests/support/servers/shared-server";

const drawId = "phone-5050";
let server: Server;

beforeAll(async () => {
  server = await shareServer();
  await importDraw(server, drawWith({ id: drawId }));
});

afterAll(() => server.stop());

async function readKiosk(prefix: string, id: string, { url }: Server = server): Promise<string> {
  return (await fetch(`${url}${prefix}/1/${id}`)).text();
}

function modulesOf(html: string, label: string): string[] {
  const [, code = ""] = new RegExp(`<svg[^>]* aria-label="${label}"[^>]*>(.*?)</svg>`, "s").exec(html) ?? [];
  return [...code.matchAll(/M(\d+) (\d+)h(\d+)v1/g)].flatMap(([, x, y, width]) =>
    Array.from({ length: Number(width) }, (_, at) => `${Number(x) + at} ${y}`),
  );
}

/** Includes the quiet zone of four modules. */
function modulesFor(text: string): string[] {
  const { data } = encode(text, { ecc: "M", border: 4 });
  return data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])));
}

it.each([
  ["", en],
  ["/fr", fr],
])("a shared tablet has a code that opens the draw on a phone, in its language: %s", async (prefix, { share }) => {
  const html = await readKiosk(prefix, drawId);
  const { title, scan, code } = share.ownPhone;
  expect([html.includes(title), html.includes(scan)]).toEqual([true, true]);
  expect(modulesOf(html, code)).toEqual(modulesFor(`${server.url}${prefix}/${drawId}`));
});

it("has no such code where nothing is sold", async () => {
  const startDate = new Date(Date.now() + 3_600_000).toISOString();
  await importDraw(server, drawWith({ id: "phone-upcoming", startDate }));
  const html = await readKiosk("", "phone-upcoming");
  expect([html.includes("Arena 50/50"), html.includes(en.share.ownPhone.title)]).toEqual([true, false]);
});

it("promises no Apple Pay where it isn't set up, and leads to the site's public URL", async () => {
  const demoOnly = ["APPLE_PAY_CERTIFICATE", "APPLE_PAY_KEY", "APPLE_PAY_GATEWAY_URL", "BAMBORA_BOARDING_URL"];
  const keys = ["SECRETS_KEY", "ADMIN_KEY"].map((name) => [name, randomBytes(32).toString("base64")]);
  const unset = Object.fromEntries([...demoOnly.map((name) => [name, ""]), ...keys]);
  const plain = await startServer({ env: { ...unset, TIRAGE_MODE: "test", CHECKOUT_HOST: "http://localhost:3000" } });
  await importDraw(plain, drawWith({ id: drawId }));
  const html = await readKiosk("", drawId, plain);
  await plain.stop();
  const { scan, scanByCard, code } = en.share.ownPhone;
  expect([html.includes(scan), html.includes(scanByCard)]).toEqual([false, true]);
  expect(modulesOf(html, code)).toEqual(modulesFor(`http://localhost:3000/${drawId}`));
});
