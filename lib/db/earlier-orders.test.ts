import { readFileSync } from "node:fs";

import { PGlite } from "@electric-sql/pglite";
import { expect, it } from "vitest";

import { migrationsFolder } from "./migrations-folder";

const earlier = ["0000_draws-orders-payments", "0001_refunds-receipts", "0002_attempts-waiting", "0003_verification"];

async function migrate(database: PGlite, name: string): Promise<void> {
  const text = readFileSync(`${migrationsFolder}/${name}.sql`, "utf8");
  for (const statement of text.split("--> statement-breakpoint")) await database.exec(statement);
}

const draw = `insert into draws (draw_id, parent_id, definition, revision, approval_state, opens_at, closes_at, created_at, updated_at)
  values ('d', 'p', '{}', 1, 'Approved', now(), now(), now(), now())`;

function order(id: string, status: string, phone: string): string {
  return `insert into orders (draw_id, order_id, order_code, status, amount_cents, locale, buyer, is_test, client_key,
      idempotency_key, request_hash, placed_at, expires_at, extensions)
    values ('d', '${id}', '${id}', '${status}', 500, 'en', '{"name": "A", "phone": "${phone}"}', false, '', '${id}', '',
      '2026-11-01T12:00:00Z', '2026-11-01T12:15:00Z', 0)`;
}

function attempt(number: string, id: string, state: string): string {
  return `insert into payment_attempts (draw_id, gateway_order_number, order_id, attempt_number, kind, method, token_hash,
      amount_cents, state, sent_at, deadline_at)
    values ('d', '${number}', ${id}, 1, 'order', 'token', '${number}', 500, '${state}', '2026-11-01T12:05:00Z', now())`;
}

it("orders of before the audit log get the entries that the tables still show, and telephone numbers as digits", async () => {
  const database = new PGlite();
  for (const name of earlier) await migrate(database, name);
  await database.exec(draw);
  for (const statement of [
    order("SOLD", "refunded", "+1 (416) 555-0100"),
    order("LEFT", "expired", "4165550101"),
    attempt("SOLD", "'SOLD'", "approved"),
    attempt("AP-1", "null", "approved"),
    `insert into refunds (draw_id, refund_number, order_id, gateway_order_number, line_numbers, cause, method, amount_cents,
        state, requested_by, requested_at)
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
