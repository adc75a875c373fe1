import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { queryRows } from "@/lib/platform/db/database";
import { openPostgres } from "@/lib/platform/db/open-postgres";
import { buyMailed, readOutbox } from "@/tests/support/core/mailed-order";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { withAndWithout } from "@/tests/support/sabotage/with-and-without";
import { pollUntil } from "@/tests/support/servers/poll-until";

import type { MailContext } from "./deliver-mail";
import { deliverMail } from "./deliver-mail";

let test: TestContext;

beforeEach(async () => {
  test = await openTestContext();
});
afterEach(() => test.close());

async function queueBacklog(given: TestContext, mails: number): Promise<void> {
  const order = await buyMailed(given);
  await given.ctx.db.execute(
    sql`insert into outbox (draw_id, mail_id, order_id, kind, state, queued_at, try_at)
      select draw_id, 'backlog-' || n, order_id, 'copy', state, queued_at - n * interval '1 second',
        try_at - n * interval '1 second'
      from outbox, generate_series(2, ${mails}::int) n where order_id = ${order.orderId}`,
  );
}

/** Counts the deliveries of each email while two processes share a slow mail server. */
async function sendBySide(given: TestContext): Promise<number[]> {
  await queueBacklog(given, 30);
  const stopping = new AbortController();
  given.mail.answer = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    // Without the guard the processes would never stop by themselves.
    if (given.mail.mails.length >= 60) stopping.abort();
    return { kind: "sent" };
  };
  const other = given.databaseUrl ? await openPostgres(given.databaseUrl) : null;
  const contexts: MailContext[] = [given.ctx, { ...given.ctx, db: other?.pools.jobs ?? given.ctx.db }];
  await Promise.all(contexts.map((ctx) => deliverMail(ctx, undefined, stopping.signal)));
  await other?.close();
  const sent = new Map<string, number>();
  for (const { messageId } of given.mail.mails) sent.set(messageId, (sent.get(messageId) ?? 0) + 1);
  return [...sent.values()];
}

describe("two processes at once", () => {
  it("send each email once, and more often if a claim doesn't exclude others", async () => {
    const { guarded, unguarded } = await withAndWithout(sabotage.mailLease, sendBySide);
    expect(guarded).toEqual(Array.from({ length: 30 }, () => 1));
    expect(Math.max(...unguarded)).toBeGreaterThan(1);
  }, 120_000);
});

async function queueBulk(given: TestContext, mails: number): Promise<void> {
  const order = await buyMailed(given);
  await given.ctx.db.execute(
    sql`insert into outbox (draw_id, mail_id, order_id, kind, state, queued_at, try_at)
      select draw_id, 'bulk-' || n, order_id, 'copy', 'bulk', queued_at + interval '1 hour', try_at - interval '1 hour'
      from outbox, generate_series(1, ${mails}::int) n where order_id = ${order.orderId}`,
  );
}

/** In ms, long enough for a busy machine. */
const patience = { timeout: 30_000, interval: 10 };

function holdAnswers(given: TestContext): () => void {
  let answerAll = () => {};
  const held = new Promise<void>((resolve) => {
    answerAll = resolve;
  });
  given.mail.answer = async () => {
    await held;
    return { kind: "sent" };
  };
  return answerAll;
}

describe("a backlog", () => {
  it("doesn't hold up a new buyer's receipt, is worked off in the end, and stops on request", async () => {
    await queueBacklog(test, 200);
    test.mail.concurrency = 4;
    const answerAll = holdAnswers(test);
    const stopping = new AbortController();
    const run = deliverMail(test.ctx, undefined, stopping.signal);
    await pollUntil(
      async () => test.mail.mails.length,
      (mails) => mails === 4,
      patience,
    );
    stopping.abort();
    answerAll();
    expect(await run).toBe(16);
    const named = async (condition: SQL) => {
      const rows = await queryRows<{ mail_id: string }>(
        test.ctx.db,
        sql`select mail_id from outbox where ${condition} order by queued_at desc`,
      );
      return rows.map((row) => row.mail_id.replace(/^\w+-receipt$/, "backlog-1"));
    };
    const numbered = (numbers: number[]) => numbers.map((number) => `backlog-${number}`);
    expect(await named(sql`state = 'sent'`)).toEqual(numbered([1, 2, 3, 4]));
    const oldest = [193, 194, 195, 196, 197, 198, 199, 200];
    expect(await named(sql`tries = 1`)).toEqual(numbered([1, 2, 3, 4, 5, 6, 7, 8, ...oldest]));
    const order = await buyMailed(test);
    test.mail.answer = async () => ({ kind: "sent" });
    await deliverMail(test.ctx);
    expect(await readOutbox(test, order)).toMatchObject([{ state: "sent", tries: 1 }]);
    expect(await queryRows(test.ctx.db, sql`select 1 from outbox where state = 'waiting'`)).toEqual([]);
  });
});

describe("low-priority emails", () => {
  const statesOf = async (condition: SQL) =>
    (await queryRows<{ state: string }>(test.ctx.db, sql`select state from outbox where ${condition}`)).map(
      ({ state }) => state,
    );

  it("aren't sent while others are due, and are sent when none is", async () => {
    test.mail.concurrency = 2;
    await queueBulk(test, 20);
    await queueBacklog(test, 9);
    const stopping = new AbortController();
    test.mail.answer = async () => {
      if (test.mail.mails.length === 8) stopping.abort();
      return { kind: "sent" };
    };
    await deliverMail(test.ctx, undefined, stopping.signal);
    expect(new Set(await statesOf(sql`mail_id like 'bulk-%'`))).toEqual(new Set(["bulk"]));
    test.mail.answer = async () => ({ kind: "sent" });
    await deliverMail(test.ctx);
    expect(new Set(await statesOf(sql`true`))).toEqual(new Set(["sent"]));
  });

  it("leave room for a new receipt: it is sent next", async () => {
    test.mail.concurrency = 2;
    await queueBulk(test, 40);
    await deliverReceipts();
    const sent: string[] = [];
    const answerAll = holdAnswers(test);
    const stopping = new AbortController();
    let turns = 0;
    const wait = (ms: number) => {
      turns += 1;
      return test.ctx.wait(ms);
    };
    const run = deliverMail({ ...test.ctx, wait }, undefined, stopping.signal);
    const taken = () => queryRows(test.ctx.db, sql`select 1 from outbox where tries = 1 and mail_id like 'bulk-%'`);
    await pollUntil(taken, (rows) => rows.length === 4, patience);
    const order = await buyMailed(test);
    const isTaken = async () => (await readOutbox(test, order))[0]?.tries === 1;
    await pollUntil(isTaken, Boolean, patience);
    const seen = turns;
    await pollUntil(
      async () => turns,
      (now) => now > seen,
      patience,
    );
    test.mail.answer = async ({ subject }) => {
      sent.push(subject);
      stopping.abort();
      return { kind: "sent" };
    };
    answerAll();
    await run;
    expect(sent[0]).toContain(order.orderCode);
  });

  it("keep waiting when they are deferred", async () => {
    await queueBulk(test, 1);
    await deliverReceipts();
    test.mail.answer = async () => ({ kind: "deferred", cause: "EMESSAGE DATA 451" });
    await deliverMail(test.ctx);
    expect(await statesOf(sql`mail_id = 'bulk-1' and tries = 1`)).toEqual(["bulk"]);
  });
});

async function deliverReceipts(): Promise<void> {
  await test.ctx.db.execute(sql`update outbox set state = 'sent' where state = 'waiting'`);
}

describe("a mail server that does not answer", () => {
  it("holds no database connection: others use all of them in the meantime", async () => {
    await queueBacklog(test, 20);
    const answerAll = holdAnswers(test);
    const run = deliverMail(test.ctx);
    await pollUntil(
      async () => test.mail.mails.length,
      (mails) => mails === 10,
      patience,
    );
    const [row] = await queryRows<{ busy: string }>(
      test.ctx.db,
      sql`select count(*) as busy from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`,
    );
    expect(Number(row?.busy)).toBe(0);
    expect(await queryRows(test.ctx.db, sql`select 1 from outbox for update`)).toHaveLength(20);
    answerAll();
    await run;
  });
});
