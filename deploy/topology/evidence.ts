import type { OrderView } from "@/lib/orders/rules";
import type { Transaction } from "@/sandbox/transaction";

import type { Buyers } from "./buyers";
import { databaseUrl, query } from "./database";
import { gatewayUrl } from "./gateway";
import type { Evidence, StoredOrder } from "./losses";
import { readMails } from "./mails";
import { runAdmin } from "./npm-script";
import type { Place } from "./place";
import { until } from "./until";

/** A killed process's emails are sent again after two minutes, and those that a lost server missed within five. */
const mailsWithinMs = 900_000;
/** Reconciliation needs this long for its second lookups after the last buyer's answer. */
const settledWithinMs = 600_000;

const easternDay = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Toronto" });

/** Waits until no payment is unknown, the invariants hold, the days are closed and all emails are sent. */
export async function waitUntilSettled(place: Place, startedAt: Date, log: (line: string) => void): Promise<void> {
  const limits = { what: "clean invariants", withinMs: settledWithinMs };
  const invariants = await until(
    () => runAdmin(place, "invariants"),
    () => true,
    limits,
  );
  for (const line of invariants.trimEnd().split("\n")) log(line);
  const days = new Set([startedAt, new Date()].map((time) => easternDay.format(time)));
  for (const day of days) {
    const closing = () => runAdmin(place, "order", "reconcile", "--day", day);
    await until(closing, () => true, { what: `a clean close of ${day}`, withinMs: settledWithinMs });
    log(`The close of ${day} is clean.`);
  }
  await waitForMails(place);
}

export async function collectEvidence(place: Place, { results }: Buyers): Promise<Evidence> {
  const acknowledged = results.flatMap((one): OrderView[] => ("order" in one ? [one.order] : []));
  const [orders, transactions, mails] = await Promise.all([
    readOrders(place),
    readTransactions(place),
    readMails(place),
  ]);
  return { acknowledged, orders, transactions, mails };
}

function readOrders(place: Place): Promise<StoredOrder[]> {
  return query<StoredOrder>(
    databaseUrl(place),
    `select o.order_id as "orderId", o.status, o.buyer ->> 'email' as email,
      coalesce(array_agg(r.first_number || '-' || r.last_number) filter (where r.voided_at is null
        and r.first_number is not null), '{}') as ranges
    from orders o left join number_ranges r on r.draw_id = o.draw_id and r.order_id = o.order_id
    group by o.draw_id, o.order_id`,
  );
}

async function readTransactions(place: Place): Promise<Transaction[]> {
  const answer = await fetch(`${gatewayUrl(place)}/sandbox/ledger`);
  return ((await answer.json()) as { transactions: Transaction[] }).transactions;
}

async function waitForMails(place: Place): Promise<void> {
  const waiting = () =>
    query<{ left: number }>(databaseUrl(place), "select count(*)::int as left from outbox where state = 'waiting'");
  const limits = { what: "the last receipts to be sent", withinMs: mailsWithinMs };
  await until(waiting, ([row]) => row?.left === 0, limits);
}
