import "server-only";

import type { Context } from "@/lib/context";
import { mainPoolId } from "@/lib/draws/rules";
import { prizeOf } from "@/lib/draws/rules.projection";
import type { DrawRecord } from "@/lib/draws/store";
import { readDrawRecord } from "@/lib/draws/store";
import type { MailLogo } from "@/lib/gateways/mail/gateway";
import { toDollars } from "@/lib/money";
import { projectOrder } from "@/lib/orders/project-order";
import type { OrderRecord } from "@/lib/orders/store";
import { readOrderRecords } from "@/lib/orders/store.records";
import type { Database } from "@/lib/platform/db/database";
import { translatorOf } from "@/lib/platform/i18n/translator";
import { findMailLogo } from "./find-mail-logo";
import { isAboutResult } from "./rules";
import type { EmailContent } from "./rules.email";
import type { EmailNews, EmailRefund } from "./rules.emails";
import { writeEmail } from "./rules.emails";
import type { PoolResult } from "./rules.results";
import { isSameResult } from "./rules.results";
import type { ClaimedMail } from "./store.outbox";
import { readResults } from "./store.results";

type EmailContext = Pick<Context, "db" | "now" | "sealer" | "checkoutHost" | "pictures">;

type DrawResult = Pick<PoolResult, "poolId" | "winners" | "told"> & { drawId: string };

/**
 * An email with where it goes, where answers go, the picture that it carries, and the definition of its draw that it
 * was written from.
 */
export type AddressedEmail = {
  to: string;
  replyTo: string | null;
  email: EmailContent;
  logo: MailLogo | null;
  revision: number;
};

/** Why nothing is sent: nobody is there to be told, or what it tells is being corrected just now. */
export type NoEmail = "undeliverable" | "held";

/** The refund that a mail is named for: its own number, or the payment that it gives back whole. */
function refundOf({ refunds, ranges, order }: OrderRecord, mailId: string): EmailRefund {
  const named =
    refunds.find(({ refundNumber }) => mailId.endsWith(refundNumber)) ??
    refunds.find(({ cause, gatewayOrderNumber }) => cause === "surplus" && mailId.endsWith(gatewayOrderNumber)) ??
    refunds.at(-1);
  const lines = new Set(named?.lineNumbers);
  return {
    amount: toDollars(named?.amountCents ?? order.amountCents),
    isCash: named?.method === "cash",
    numbers: ranges
      .filter(({ lineNumber }) => lines.has(lineNumber))
      .map(({ poolId, firstNumber, lastNumber }) => ({ poolId, first: firstNumber, last: lastNumber, void: true })),
  };
}

/** Whether a number of an order can still win. */
function playsOn({ ranges }: OrderRecord): boolean {
  return ranges.some(({ voidedAt }) => voidedAt === null);
}

/** The results of the pools that an order still plays in; `held` while one of them is not as it was told. */
function resultsOf({ order, ranges }: OrderRecord, results: readonly DrawResult[]): EmailNews["results"] | NoEmail {
  const poolIds = new Set(ranges.filter(({ voidedAt }) => voidedAt === null).map(({ poolId }) => poolId));
  if (poolIds.size === 0) return "undeliverable";
  const told = [...poolIds].flatMap((poolId) => {
    const result = results.find((one) => one.drawId === order.drawId && one.poolId === poolId);
    return result?.told && isSameResult(result.winners, result.told) ? [{ poolId, numbers: result.told }] : [];
  });
  return told.length === poolIds.size ? told : "held";
}

/** The prize of each pool in dollars as it stands; null for a raffle. */
function prizesOf({ draw, counters, pools }: DrawRecord): EmailNews["prizes"] {
  const seconds = draw.secondDraws.flatMap((second): [string, number | null][] => {
    const own = pools.get(second.id);
    return own ? [[second.id, prizeOf(second, own)]] : [];
  });
  return new Map([[mainPoolId, prizeOf(draw, counters)], ...seconds]);
}

/** What a mail is written from beside itself. */
type Told = { record: OrderRecord; drawn: DrawRecord; drawResults: readonly DrawResult[]; logo: MailLogo | null };

function writeTold(
  ctx: EmailContext,
  mail: ClaimedMail,
  { record, drawn, drawResults, logo }: Told,
): AddressedEmail | NoEmail {
  const { draw } = drawn;
  if (!record.order.buyer?.email) return "undeliverable";
  if (mail.kind === "dates" && !playsOn(record)) return "undeliverable";
  const results = isAboutResult(mail.kind) ? resultsOf(record, drawResults) : [];
  if (typeof results === "string") return results;
  const order = projectOrder(record, ctx);
  const language = order.locale;
  const paper = { t: translatorOf(language), language, order, draw, checkoutHost: ctx.checkoutHost };
  const refund = refundOf(record, mail.mailId);
  const email = writeEmail(paper, {
    kind: mail.kind,
    queuedAt: mail.queuedAt,
    refund,
    results,
    prizes: prizesOf(drawn),
  });
  return { to: record.order.buyer.email, replyTo: draw.supportEmail ?? null, email, logo, revision: drawn.revision };
}

type ReadDraw = { drawn: DrawRecord; logo: MailLogo | null };

async function readDraw(ctx: EmailContext, drawId: string): Promise<ReadDraw | null> {
  const drawn = await readDrawRecord(ctx.db, drawId);
  return drawn && { drawn, logo: await findMailLogo(ctx, drawn.draw) };
}

/** A draw that cannot be read holds up its own mails alone. */
async function readDraws(ctx: EmailContext, drawIds: string[]): Promise<(drawId: string) => ReadDraw | null> {
  const settled = await Promise.allSettled(drawIds.map((drawId) => readDraw(ctx, drawId)));
  return (drawId) => {
    const found = settled[drawIds.indexOf(drawId)];
    if (found?.status === "rejected") throw found.reason;
    return found?.value ?? null;
  };
}

function readResultsOf(db: Database, mails: readonly ClaimedMail[]): Promise<DrawResult[]> {
  const drawIds = mails.filter(({ kind }) => isAboutResult(kind)).map(({ drawId }) => drawId);
  return drawIds.length === 0 ? Promise.resolve([]) : readResults(db, [...new Set(drawIds)]);
}

/**
 * Reads what some queued mails tell, as it is now, in a few statements for all of them. Gives what writes each, or why
 * nothing is sent; it throws where the order or its draw is not there.
 */
export async function readEmails(
  ctx: EmailContext,
  mails: readonly ClaimedMail[],
): Promise<(mail: ClaimedMail) => AddressedEmail | NoEmail> {
  const [records, drawOf, drawResults] = await Promise.all([
    readOrderRecords(ctx.db, mails),
    readDraws(ctx, [...new Set(mails.map(({ drawId }) => drawId))]),
    readResultsOf(ctx.db, mails),
  ]);
  return (mail) => {
    const record = records.find(({ order }) => order.drawId === mail.drawId && order.orderId === mail.orderId);
    const read = drawOf(mail.drawId);
    if (!record || !read) throw new Error("A mail was queued for an order that does not exist.");
    return writeTold(ctx, mail, { record, ...read, drawResults });
  };
}
