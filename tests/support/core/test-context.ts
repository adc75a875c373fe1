import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Context } from "@/lib/context";
import { importDraw } from "@/lib/draws/import/import-draw";
import { dayMs } from "@/lib/durations";
import type { MailGateway, OutgoingMail, SendOutcome } from "@/lib/gateways/mail/port";
import { createCallCounter } from "@/lib/platform/db/call-counts";
import { createSealer } from "@/lib/platform/server/seal";
import { noPictures, unsetProbe } from "@/tests/support/core/absent-services";
import type { TestGateway } from "@/tests/support/core/test-gateway";
import { createTestGateway } from "@/tests/support/core/test-gateway";
import { borrowDatabase } from "@/tests/support/databases/borrowed-database";
import { drawWith } from "@/tests/support/draws/draw";

export type TestClock = { now: () => Date; advance: (ms: number) => void };

export type TestMail = MailGateway & {
  mails: OutgoingMail[];
  answer: (mail: OutgoingMail) => Promise<SendOutcome>;
};

export type TestContext = {
  ctx: Context;
  admin: Context;
  clock: TestClock;
  gateway: TestGateway;
  mail: TestMail;
  databaseUrl: string | null;
  close: () => Promise<void>;
};

/** A fresh, migrated database, on PostgreSQL if `TEST_DATABASE_URL` is set, otherwise in memory. */
export async function openTestContext(start = new Date("2026-11-20T18:00:00Z")): Promise<TestContext> {
  const database = await borrowDatabase();
  let at = start.getTime();
  const clock: TestClock = {
    now: () => new Date(at),
    advance: (ms) => {
      at += ms;
    },
  };
  const gateway = createTestGateway();
  const mail = createTestMail();
  const ctx: Context = {
    db: database.pools.sales,
    gateway,
    applePay: null,
    boarding: null,
    feed: null,
    probe: unsetProbe,
    icons: null,
    pictures: noPictures,
    ipLocation: null,
    caller: null,
    appCheck: null,
    mail,
    sealer: createSealer(randomBytes(32)),
    calls: createCallCounter(database.pools.sales),
    now: clock.now,
    random: (bytes) => randomBytes(bytes),
    wait,
    actor: { kind: "buyer", clientKey: "", ipAddress: null },
    mode: "test",
    checkoutHost: "https://tickets.example.test",
    retention: { unpaidDays: 30, claimDays: 184, buyersDays: 1461 },
  };
  return {
    ctx,
    admin: { ...ctx, actor: { kind: "admin", grants: "all" } },
    clock,
    gateway,
    mail,
    databaseUrl: database.databaseUrl,
    close: database.close,
  };
}

export function asClient(ctx: Context, clientKey: string): Context {
  return { ...ctx, actor: { kind: "buyer", clientKey, ipAddress: null } };
}

export async function importTestDraw(admin: Context, draw: unknown): Promise<void> {
  const imported = await importDraw(admin, draw);
  if (!imported.ok) throw new Error(`The draw was refused: ${JSON.stringify(imported)}`);
}

/** Open around `now`, with tickets at $10 (`one`) or five for $20 (`five`). */
export function drawAt(now: Date, overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...drawWith({ id: "test-draw" }),
    startDate: new Date(now.getTime() - dayMs).toISOString(),
    endDate: new Date(now.getTime() + 7 * dayMs).toISOString(),
    ticketPriceInfo: [
      { id: "one", tickets: 1, price: 10 },
      { id: "five", tickets: 5, price: 20, highlighted: true },
    ],
    ...overrides,
  };
}

/** If `clientKey` is null, the browser has no cookie. */
export function asCaller(ctx: Context, ipAddress: string, clientKey: string | null = null): Context {
  const client = clientKey === null ? { clientKey: randomBytes(16).toString("hex"), isNew: true } : { clientKey };
  return { ...ctx, actor: { kind: "buyer", ipAddress, ...client } };
}

function createTestMail(): TestMail {
  const mail: TestMail = {
    concurrency: 10,
    mails: [],
    answer: async () => ({ kind: "sent" }),
    send: (given) => {
      mail.mails.push(given);
      return mail.answer(given);
    },
  };
  return mail;
}
