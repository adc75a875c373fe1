import { readdirSync, readFileSync } from "node:fs";

import { PGlite } from "@electric-sql/pglite";
import { expect, it } from "vitest";

import { migrationsFolder } from "./migration-files";

const earlier = ["0000_draws-orders-payments", "0001_refunds-receipts", "0002_attempts-waiting", "0003_verification"];

async function migrate(database: PGlite, name: string): Promise<void> {
  const text = readFileSync(`${migrationsFolder}/${name}.sql`, "utf8");
  for (const statement of text.split("--> statement-breakpoint")) await database.exec(statement);
}

const draw = `insert into draws (draw_id, parent_id, definition, revision, approval_state, opens_at, closes_at,
  created_at, updated_at)
  values ('d', 'p', '{}', 1, 'Approved', now(), now(), now(), now())`;

function order(id: string, status: string, phone: string): string {
  return `insert into orders (draw_id, order_id, order_code, status, amount_cents, locale, buyer, is_test, client_key,
      idempotency_key, request_hash, placed_at, expires_at, extensions)
    values ('d', '${id}', '${id}', '${status}', 500, 'en', '{"name": "A", "phone": "${phone}"}', false, '', '${id}', '',
      '2026-11-01T12:00:00Z', '2026-11-01T12:15:00Z', 0)`;
}

function attempt(number: string, id: string, state: string): string {
  return `insert into payment_attempts (draw_id, gateway_order_number, order_id, attempt_number, kind, method,
      token_hash, amount_cents, state, sent_at, deadline_at)
    values ('d', '${number}', ${id}, 1, 'order', 'token', '${number}', 500, '${state}', '2026-11-01T12:05:00Z', now())`;
}

it("older orders get the audit entries that can be derived from the tables, and phone numbers as digits", async () => {
  const database = new PGlite();
  for (const name of earlier) await migrate(database, name);
  await database.exec(draw);
  for (const statement of [
    order("SOLD", "refunded", "+1 (416) 555-0100"),
    order("LEFT", "expired", "4165550101"),
    attempt("SOLD", "'SOLD'", "approved"),
    attempt("AP-1", "null", "approved"),
    `insert into refunds (draw_id, refund_number, order_id, gateway_order_number, line_numbers, cause, method,
        amount_cents, state, requested_by, requested_at)
      values ('d', 'RFSOLD01', 'SOLD', 'SOLD', '{1}', 'requested', 'void', 500, 'done', 'admin', '2026-11-01T13:00:00Z')`,
  ]) {
    await database.exec(statement);
  }
  await migrate(database, "0004_devices-audit");
  const { rows } = await database.query<{ told: string }>(
    `select order_id || ' ' || action || ' ' || actor_kind || ' ' || (detail->>'afterwards') as told from audit_entries
      order by order_id desc, at, action desc`,
  );
  expect(rows.map(({ told }) => told)).toEqual([
    "SOLD placed buyer true",
    "SOLD payment-sent buyer true",
    "SOLD payment-approved system true",
    "SOLD refund-requested admin true",
    "SOLD refund-done system true",
    "LEFT placed buyer true",
    "LEFT expired system true",
  ]);
  const phones = await database.query<{ phone: string }>("select buyer->>'phone' as phone from orders order by 1");
  expect(phones.rows.map(({ phone }) => phone)).toEqual(["14165550100", "4165550101"]);
  await database.close();
});

const audited = [...earlier, "0004_devices-audit", "0005_order-statistics"];

function entry(order: string, action: string, device: string | null, minute: number, detail: object = {}): string {
  const actor = device ? `'device', '${device}', 'Sam'` : "'system', null, null";
  return `insert into audit_entries (draw_id, order_id, at, action, actor_kind, device_id, operator, detail)
    values ('d', '${order}', '2026-11-01T12:0${minute}:00Z', '${action}', ${actor}, '${JSON.stringify(detail)}')`;
}

function refund(number: string, order: string, by: string, minute: number): string {
  return `insert into refunds (draw_id, refund_number, order_id, gateway_order_number, line_numbers, cause, method,
      amount_cents, state, requested_by, requested_at)
    values ('d', '${number}', '${order}', '${order}', '{1}', 'requested', 'return', 500, 'refused', '${by}', '2026-11-01T12:0${minute}:00Z')`;
}

it("older money gets the device that moved it from the records, or from the order if it was cash", async () => {
  const database = new PGlite();
  for (const name of audited) await migrate(database, name);
  await database.exec(draw);
  for (const id of ["HELD", "BARE", "CARD", "SHOP"]) {
    await database.exec(order(id, "finalized", "1"));
    await database.exec(attempt(id, `'${id}'`, "approved"));
  }
  for (const statement of [
    "update orders set device_id = 'placed-at', operator = 'Alex' where order_id <> 'SHOP'",
    "update payment_attempts set method = 'cash' where order_id in ('HELD', 'BARE')",
    entry("HELD", "cash-taken", "taken-at", 5),
    entry("CARD", "payment-sent", null, 5, { attempt: 1 }),
    entry("SHOP", "payment-sent", "charged-at", 5, { attempt: 1 }),
    refund("RFHELD01", "HELD", "device", 6),
    entry("HELD", "refund-requested", "first-at", 6, { refundNumber: "RFHELD01" }),
    refund("RFHELD02", "HELD", "device", 7),
    entry("HELD", "refund-requested", null, 7, { refundNumber: "RFHELD02" }),
    refund("RFHELD03", "HELD", "device", 8),
    entry("HELD", "refund-requested", "second-at", 8, { refundNumber: "RFHELD03" }),
    refund("RFSHOP01", "SHOP", "admin", 6),
    entry("SHOP", "refund-requested", null, 6, { refundNumber: "RFSHOP01" }),
  ]) {
    await database.exec(statement);
  }
  await migrate(database, "0006_moved-money");
  const { rows } = await database.query<{ told: string }>(
    `select number || ' ' || coalesce(device_id || ' ' || operator, '-') as told from (
        select gateway_order_number as number, device_id, operator from payment_attempts
        union all select refund_number, device_id, operator from refunds) as moved
      order by number`,
  );
  expect(rows.map(({ told }) => told)).toEqual([
    "BARE placed-at Alex",
    "CARD -",
    "HELD taken-at Sam",
    "RFHELD01 first-at Sam",
    "RFHELD02 first-at Sam",
    "RFHELD03 second-at Sam",
    "RFSHOP01 -",
    "SHOP charged-at Sam",
  ]);
  await database.close();
});

const sealed = [...audited, "0006_moved-money", "0007_audit-sealed-at"];

it("older draws and devices get the entries that can be derived from the tables, each in its chain", async () => {
  const database = new PGlite();
  for (const name of sealed) await migrate(database, name);
  await database.exec(draw);
  for (const statement of [
    "update draws set revision = 3, created_at = '2026-10-01T12:00:00Z', closed_at = '2026-11-01T12:00:00Z'",
    "insert into draw_secrets (draw_id, sealed, updated_at) values ('d', '', '2026-10-02T12:00:00Z')",
    `insert into devices (device_id, parent_id, location_id, label, code_hash, code_expires_at, registered_at, name,
        operator, created_at, revoked_at)
      values ('gate', 'p', 'l', 'Gate', '', now(), '2026-10-03T12:00:00Z', 'Gate 3', 'Sam', '2026-10-02T12:00:00Z', '2026-10-04T12:00:00Z')`,
  ]) {
    await database.exec(statement);
  }
  await migrate(database, "0008_audit-chains");
  const { rows } = await database.query<{ told: string }>(
    `select concat_ws(' ', draw_id, action, actor_kind, device_id, operator, detail - 'afterwards') as told from audit_entries
      where detail ->> 'afterwards' = 'true' and order_id is null order by draw_id, at`,
  );
  expect(rows.map(({ told }) => told)).toEqual([
    'd draw-imported admin {"revision": 3}',
    "d credentials-changed admin {}",
    "d draw-closed admin {}",
    'parent:p device-created admin {"label": "Gate", "device": "gate", "location": "l"}',
    'parent:p device-registered device gate Sam {"name": "Gate 3", "device": "gate", "printer": null, "operator": "Sam"}',
    'parent:p device-revoked admin {"device": "gate"}',
  ]);
  await database.close();
});

it("older pools get the number of orders with tickets in them, and what it was a day ago", async () => {
  const database = new PGlite();
  const files = readdirSync(migrationsFolder).filter((name) => name.endsWith(".sql"));
  const names = files.map((name) => name.slice(0, -4)).sort();
  const index = names.findIndex((name) => name.endsWith("_sales-by-day"));
  for (const name of names.slice(0, index)) await migrate(database, name);
  await database.exec(draw);
  await database.exec(`insert into pools (draw_id, pool_id, sold, voided, reserved, jackpot_base_cents, sales_cents,
    reserved_cents) values ('d', 'main', 6, 1, 0, 0, 1500, 0), ('d', 'new', 0, 0, 0, 0, 0, 0)`);
  const rows = [
    { id: "OLD", hours: 30, first: 1, last: 3, cents: 1000, isVoid: false },
    { id: "NEW", hours: 3, first: 4, last: 5, cents: 500, isVoid: false },
    { id: "GONE", hours: 2, first: 6, last: 6, cents: 500, isVoid: true },
  ];
  for (const { id, hours, first, last, cents, isVoid } of rows) {
    await database.exec(order(id, isVoid ? "refunded" : "finalized", "1"));
    await database.exec(`update orders set finalized_at = now() - interval '${hours} hours' where order_id = '${id}'`);
    await database.exec(`insert into order_lines (draw_id, order_id, line_number, pool_id, package_id, quantity,
      tickets, amount_cents) values ('d', '${id}', 1, 'main', 'a', 1, ${last - first + 1}, ${cents})`);
    await database.exec(`insert into number_ranges (draw_id, pool_id, first_number, last_number, order_id, line_number,
      voided_at) values ('d', 'main', ${first}, ${last}, '${id}', 1, ${isVoid ? "now()" : "null"})`);
  }
  await migrate(database, names[index] ?? "");
  const bought = await database.query("select pool_id, purchases from pools order by 1");
  expect(bought.rows).toEqual([
    { pool_id: "main", purchases: 2 },
    { pool_id: "new", purchases: 0 },
  ]);
  const marks = await database.query("select pool_id, tickets, sales_cents, purchases from pool_marks");
  expect(marks.rows).toEqual([{ pool_id: "main", tickets: 3, sales_cents: 1000, purchases: 1 }]);
  await database.close();
});

it("older teams get the counted tickets of the orders that support them, pool by pool", async () => {
  const database = new PGlite();
  const files = readdirSync(migrationsFolder).filter((name) => name.endsWith(".sql"));
  const names = files.map((name) => name.slice(0, -4)).sort();
  const index = names.findIndex((name) => name.endsWith("_team-counters"));
  for (const name of names.slice(0, index)) await migrate(database, name);
  await database.exec(draw);
  await database.exec(`insert into pools (draw_id, pool_id, sold, voided, reserved, jackpot_base_cents, sales_cents,
    reserved_cents) select 'd', id, 0, 0, 0, 0, 0, 0 from unnest('{main,puck}'::text[]) as id`);
  const rows = [
    { id: "A", team: "'foxes'", status: "finalized", pool: "main", first: 1, last: 3, isVoid: false },
    { id: "B", team: "'foxes'", status: "finalized", pool: "main", first: 4, last: 4, isVoid: false },
    { id: "C", team: "'foxes'", status: "finalized", pool: "puck", first: 1, last: 2, isVoid: false },
    { id: "D", team: "'foxes'", status: "finalized", pool: "main", first: 5, last: 9, isVoid: true },
    { id: "E", team: "'hares'", status: "refunded", pool: "main", first: 10, last: 11, isVoid: true },
    { id: "F", team: "null", status: "finalized", pool: "main", first: 12, last: 13, isVoid: false },
  ];
  for (const { id, team, status, pool, first, last, isVoid } of rows) {
    await database.exec(order(id, status, "1"));
    await database.exec(`update orders set team_id = ${team} where order_id = '${id}'`);
    await database.exec(`insert into number_ranges (draw_id, pool_id, first_number, last_number, order_id, line_number,
      voided_at) values ('d', '${pool}', ${first}, ${last}, '${id}', 1, ${isVoid ? "now()" : "null"})`);
  }
  await migrate(database, names[index] ?? "");
  const counted = await database.query("select pool_id, team_id, tickets from pool_teams order by 1, 2");
  expect(counted.rows).toEqual([
    { pool_id: "main", team_id: "foxes", tickets: 4 },
    { pool_id: "puck", team_id: "foxes", tickets: 2 },
  ]);
  await database.close();
});
