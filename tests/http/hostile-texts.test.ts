import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { OrderView } from "@/lib/orders/rules";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { orderBody } from "@/tests/support/calls/route-bodies";
import { drawWith } from "@/tests/support/draws/draw";
import { findComplaints } from "@/tests/support/hostile/watched-server";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

const markup = "</title></script><script>alert(1)</script><img src=x onerror=alert(1)>";
const draw = drawWith({
  id: "hostile-draw",
  title: { en: `Arena ${markup}`, fr: `Aréna ${markup}` },
  organization: markup,
  description: `${markup} {{7*7}} [link](javascript:alert(1))`,
  rules: markup,
  license: markup,
  drawLocation: markup,
  ticketPriceInfo: [{ id: "three", tickets: 3, price: 5, label: markup }],
  teams: [{ id: "group", title: markup, teams: [{ id: "north", name: markup, icon: "/icon.svg" }] }],
  prizes: { "Grand Prize": [{ description: markup }] },
  additionalOptions: {
    faq: [{ question: markup, answer: markup }],
    displayFAQ: true,
    customCountDownText: markup,
    customSupportText: markup,
  },
});

/** Real and attempted names, with their form in the public list of purchases, or null if they are left out. */
const names: [string, string | null][] = [
  ["Robert'); DROP TABLE orders;-- Student", null],
  ["<script>alert(1)</script> <img/src=x>", null],
  ["{{constructor.constructor('alert(1)')()}} #{7*7}", null],
  ["Zoë Ó Briain", "Zoë B."],
  ["سارة الأحمد", "سارة ا."],
  ["علی‌رضا محمدی", "علی‌رضا م."],
  ["李 小龍", "李 小."],
  ["Rosalie 𝒯remblay", "Rosalie 𝒯."],
  ["Marie 👩‍👩‍👧‍👦 😀", null],
  [`${"é".repeat(60)} abc`, null],
  [`${"😀".repeat(31)}ab`, null],
  ["%s %n %x constructor", null],
  ["\\u0000 \\x00 name", null],
];

const raw = /<script>alert|<img[ /]src=x|onerror=alert\(1\)>/;

let server: Server;
const placed: [string, OrderView][] = [];

beforeAll(async () => {
  server = await startServer();
  await importDraw(server, draw);
  for (const [name] of names) {
    const buyer = createBuyer(server);
    const body = { buyer: { name, email: "rosalie@example.test", province: "ON" }, teamId: "north" };
    const { order } = (await buyer.placeOrder({ instanceId: draw.id, body })).body;
    const paid = await buyer.pay(order, await tokenFor(server.sandboxUrl));
    expect([name, paid.status]).toEqual([name, 200]);
    placed.push([name, order]);
  }
});

afterAll(() => server.stop());

async function page(path: string): Promise<string> {
  const response = await fetch(`${server.url}${path}`);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

describe("a hostile text", () => {
  it("from a buyer comes back unchanged, character for character", async () => {
    for (const [name, order] of placed) {
      const read = await createBuyer(server).readOrder(order);
      expect(read.body.order.buyer?.name).toBe(name);
    }
  });

  it("from a buyer is truncated by characters, never in the middle of one", async () => {
    const answer = await createBuyer(server).call<{ lastPurchaseHistory: { name: string | null }[] }>(
      "POST",
      "/api/getInstance",
      {
        instanceId: draw.id,
      },
    );
    const publicNames = answer.body.lastPurchaseHistory.map(({ name }) => name);
    expect(publicNames.length).toBeGreaterThan(0);
    const expected = new Set(names.map(([, short]) => short));
    expect(publicNames.filter((name) => !expected.has(name))).toEqual([]);
    expect(
      publicNames.filter(
        (name) => name !== null && /[\ud800-\udfff]/.test(name.replace(/[\ud800-\udbff][\udc00-\udfff]/g, "")),
      ),
    ).toEqual([]);
  });

  it("from a buyer is not markup on the order's pages", async () => {
    for (const [, { instanceId, orderId }] of placed.slice(0, 4)) {
      for (const language of ["", "/fr"]) {
        expect(await page(`${language}/order/${instanceId}/${orderId}`)).not.toMatch(raw);
        expect(await page(`${language}/success?instanceId=${instanceId}&orderId=${orderId}`)).not.toMatch(raw);
      }
    }
  });

  it.each(["/hostile-draw", "/fr/hostile-draw", "/", "/fr", `/hostile-draw?title=${encodeURIComponent(markup)}`])(
    "from a draw is not markup on %s, which still renders",
    async (path) => {
      const html = await page(path);
      expect(html).toContain("&lt;/title&gt;");
      expect(html).not.toMatch(raw);
      expect(html).not.toMatch(/href="javascript:/);
    },
  );

  it("is kept out of the log", () => {
    expect(findComplaints(server.output())).toEqual([]);
  });

  it("used as the key of a repeated call finds only its own order", async () => {
    const key = `'||(select'${randomUUID()}')--`;
    const call = () =>
      createBuyer(server).call<{ order: OrderView }>("POST", "/api/orders", orderBody(draw.id), {
        "idempotency-key": key,
      });
    const [first, second] = [await call(), await call()];
    expect(first.status).toBe(201);
    expect(second.body.order.orderId).toBe(first.body.order.orderId);
  });
});
