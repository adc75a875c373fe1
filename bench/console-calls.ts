import { sql } from "drizzle-orm";
import { viewHome } from "@/lib/console/home/view-home";
import { listOrders } from "@/lib/console/orders/list-orders";
import { attentionKinds } from "@/lib/console/orders/rules";
import { searchOrders } from "@/lib/console/orders/search-orders";
import { viewOrder } from "@/lib/console/orders/view-order";
import type { Context } from "@/lib/context";
import { listHistory } from "@/lib/history/list-history";
import { findOrderKey } from "@/lib/orders/find-order-key";
import { toCursor } from "@/lib/orders/rules.cursor";
import { queryRows } from "@/lib/platform/db/database";
import { eraseOrders } from "@/lib/privacy/store";
import { toOrderId } from "@/tests/support/draws/large-draw";

import { toValidationNumber, validatedAt } from "./console-seed";
import type { ConsoleStage } from "./console-stage";
import { largeDraw } from "./console-stage";

/** The data of a paid order that its buyer may tell an operator. */
export type Sample = {
  orderId: string;
  orderCode: string;
  name: string;
  email: string;
  phone: string;
  lastFour: string;
  day: string;
  ticket: number;
  validationNumber: string;
  /** In microseconds. */
  placed: string;
};

/** Resolves to the number of rows shown. */
export type Call = { name: string; run: (sample: Sample) => Promise<number> };

export async function readSamples({ sales, orders }: ConsoleStage, count: number): Promise<Sample[]> {
  const ids = Array.from({ length: count * 3 }, () => toOrderId(1 + Math.floor(Math.random() * orders)));
  const rows = await queryRows<Omit<Sample, "validationNumber">>(
    sales.db,
    sql`select o.order_id as "orderId", o.order_code as "orderCode", o.buyer->>'name' as name,
        o.buyer->>'email' as email, o.buyer->>'phone' as phone, o.card_last_four as "lastFour",
        to_char(o.placed_at at time zone 'America/Toronto', 'YYYY-MM-DD') as day, r.first_number as ticket,
        (extract(epoch from o.placed_at) * 1000000)::bigint::text as placed
      from orders o join number_ranges r on r.draw_id = o.draw_id and r.order_id = o.order_id
      where o.draw_id = ${largeDraw} and o.order_id = any(${sql.param(ids)}::text[]) and o.status = 'finalized'
        and o.buyer->>'email' not like 'cash%'`,
  );
  return rows.slice(0, count).map((row, nth) => {
    return { ...row, validationNumber: toValidationNumber(largeDraw, validatedAt(orders, nth)) };
  });
}

function searches({ manager }: ConsoleStage): Call[] {
  const instanceId = largeDraw;
  const of = (name: string, way: string | null, bodyOf: (sample: Sample) => Record<string, string>): Call => ({
    name,
    run: async (sample) => {
      const found = await searchOrders(manager, bodyOf(sample));
      if (!found.ok || found.way !== way) throw new Error(`${name}: ${JSON.stringify({ ...found, orders: [] })}`);
      return found.orders.length;
    },
  });
  const begins = ({ name }: Sample) => name.split(" ").map((word) => word.slice(0, 4));
  return [
    of("email", "email", ({ email }) => ({ q: email })),
    of("email of 10,000 cash sales", "email", () => ({ q: "cash@example.test" })),
    of("telephone", "phone", ({ phone }) => ({ q: phone })),
    of("code", "code", ({ orderCode }) => ({ q: orderCode })),
    of("code without its prefix, O for 0", "code", ({ orderCode }) => ({ q: orderCode.slice(3).replaceAll("0", "O") })),
    of("ticket number", "ticket", ({ ticket }) => ({ q: `#${ticket}`, instanceId })),
    of("validation number", "validation-number", ({ validationNumber }) => ({ q: validationNumber })),
    of("whole name", "name", ({ name }) => ({ q: name, instanceId })),
    of("first letters of both names", "name", (sample) => ({ q: begins(sample).join(" "), instanceId })),
    of("common first name", "name", () => ({ q: "meaaa", instanceId })),
    of("two common names", "name", () => ({ q: "meaaa teaaa", instanceId })),
    of("letters that half of them begin with", "name", () => ({ q: "mea tea", instanceId })),
    of("two common first names, of nobody", null, () => ({ q: "meaaa meaae", instanceId })),
    of("common name and one of nobody", null, () => ({ q: "meaaa nobody", instanceId })),
    of("last four, draw and day", "last-four", ({ lastFour, day }) => ({ lastFour, instanceId, day })),
    of("nobody's email", null, () => ({ q: "nobody@example.test" })),
    of("nobody's number", null, () => ({ q: "ZZZZZZZZ" })),
  ];
}

const attentionStates = ["attention", ...attentionKinds];

function lists({ manager }: ConsoleStage): Call[] {
  const of = (name: string, queryOf: (sample: Sample) => Record<string, string>): Call => ({
    name: `list: ${name}`,
    run: async (sample) => {
      const listed = await listOrders(manager, queryOf(sample));
      if (!listed.ok) throw new Error(listed.reason);
      return listed.orders.length;
    },
  });
  const instanceId = largeDraw;
  const deep = ({ placed, orderCode }: Sample) => ({
    cursor: toCursor({ micros: placed, drawId: largeDraw, orderCode }),
  });
  return [
    of("all draws", () => ({})),
    of("all draws, deep page", deep),
    of("a draw", () => ({ instanceId })),
    of("a draw, deep page", (sample) => ({ instanceId, ...deep(sample) })),
    of("a day", ({ day }) => ({ instanceId, from: day, to: day })),
    ...[...attentionStates, "paid", "open", "refunded", "cancelled", "expired"].flatMap((state) => [
      of(state, () => ({ instanceId, state })),
      of(`${state}, deep page`, (sample) => ({ instanceId, state, ...deep(sample) })),
    ]),
  ];
}

function histories({ auditor }: ConsoleStage): Call[] {
  const of = (name: string, query: Record<string, string>): Call => ({
    name: `history: ${name}`,
    run: async () => {
      const listed = await listHistory(auditor, query);
      if (!listed.ok) throw new Error(listed.reason);
      return listed.entries.length;
    },
  });
  return [
    of("everything of a parent", {}),
    of("the large draw", { chain: largeDraw }),
    of("tablets", { kind: "tablets" }),
    of("people", { kind: "people" }),
    of("what one person did", { who: "person:p7" }),
  ];
}

async function erase({ db, now }: Context, orderId: string): Promise<number> {
  const actor = { kind: "admin", deviceId: null, operator: null } as const;
  const erased = await db.transaction((tx) =>
    eraseOrders(tx, { drawId: largeDraw, orderIds: [orderId], now: now(), actor }),
  );
  return erased.length;
}

export function createCalls(stage: ConsoleStage): Call[] {
  const { manager } = stage;
  const open: Call["run"] = async ({ orderCode }) => {
    const viewed = await viewOrder(manager, await findOrderKey(manager, { instanceId: largeDraw, orderId: orderCode }));
    if (!viewed.ok) throw new Error(viewed.reason);
    return viewed.order.history.length;
  };
  const viewHomePage = async () => {
    const viewed = await viewHome(manager, { hasEndingHosts: false });
    if (!viewed.ok) throw new Error(viewed.reason);
    return viewed.home.draws.length;
  };
  return [
    ...searches(stage),
    { name: "home", run: viewHomePage },
    { name: "an order's page", run: open },
    ...lists(stage),
    ...histories(stage),
  ];
}

export function createErasure({ sales }: ConsoleStage): Call {
  return { name: "erasing an order's buyer", run: ({ orderId }) => erase(sales, orderId) };
}
