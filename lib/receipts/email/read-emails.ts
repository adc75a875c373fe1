import "server-only";

import type { Context } from "@/lib/context";
import { findImages } from "@/lib/draws/pages/find-images";
import { mainPoolId } from "@/lib/draws/rules";
import { findPrizeAmount } from "@/lib/draws/rules.projection";
import type { DrawRecord } from "@/lib/draws/store";
import { readDrawRecord } from "@/lib/draws/store";
import type { MailLogo } from "@/lib/gateways/mail/port";
import { toDollars } from "@/lib/money";
import { projectOrder } from "@/lib/orders/read-order";
import type { OrderView } from "@/lib/orders/rules";
import { wasCancelled } from "@/lib/orders/rules.refunds";
import type { OrderRecord } from "@/lib/orders/store";
import { readOrderRecords } from "@/lib/orders/store";
import type { Database } from "@/lib/platform/db/database";
import { findTranslator } from "@/lib/platform/i18n/translator";
import { renderThumbnail } from "@/lib/platform/server/render-thumbnail";
import { withTimeout } from "@/lib/platform/server/with-timeout";
import type { ClaimedMail } from "@/lib/receipts/delivery/store";
import type { PoolResult } from "@/lib/receipts/results/rules";
import { isSameResult } from "@/lib/receipts/results/rules";
import { readResults } from "@/lib/receipts/results/store";
import { isAboutResult } from "@/lib/receipts/rules";

import { writeEmail } from "./rules";
import type { EmailContent } from "./rules.content";
import { logoId, logoSize } from "./rules.html";
import type { EmailEvent, EmailRefund } from "./rules.message";

type EmailContext = Pick<Context, "db" | "now" | "sealer" | "checkoutHost" | "pictures">;

export type EmailWithRecipient = {
  to: string;
  replyTo: string | null;
  email: EmailContent;
  logo: MailLogo | null;
  revision: number;
};

/** `undeliverable` without an address or content. `held` while a result is being corrected. */
export type NoEmail = "undeliverable" | "held";

/** Reads a batch in a few statements. The returned function throws if the order or its draw is missing. */
export async function readEmails(
  ctx: EmailContext,
  mails: readonly ClaimedMail[],
): Promise<(mail: ClaimedMail) => EmailWithRecipient | NoEmail> {
  const [records, getDraw, results] = await Promise.all([
    readOrderRecords(ctx.db, mails),
    readDraws(ctx, [...new Set(mails.map(({ drawId }) => drawId))]),
    readMailResults(ctx.db, mails),
  ]);
  return (mail) => {
    const record = records.find(({ order }) => order.drawId === mail.drawId && order.orderId === mail.orderId);
    const draw = getDraw(mail.drawId);
    if (!record || !draw) throw new Error("A mail was queued for an order that does not exist.");
    return writeOne(ctx, mail, { record, ...draw, results });
  };
}

type MailDraw = { sale: DrawRecord; logo: MailLogo | null };

/** A draw that can't be read delays only its own emails. */
async function readDraws(ctx: EmailContext, drawIds: string[]): Promise<(drawId: string) => MailDraw | null> {
  const outcomes = await Promise.allSettled(drawIds.map((drawId) => readDraw(ctx, drawId)));
  return (drawId) => {
    const outcome = outcomes[drawIds.indexOf(drawId)];
    if (outcome?.status === "rejected") throw outcome.reason;
    return outcome?.value ?? null;
  };
}

async function readDraw(ctx: EmailContext, drawId: string): Promise<MailDraw | null> {
  const sale = await readDrawRecord(ctx.db, drawId);
  return sale && { sale, logo: await findMailLogo(ctx, sale) };
}

/** A logo that takes longer is left out of the email. */
const logoTimeoutMs = 2000;

/** Twice the displayed size, for dense screens. */
const pixels = logoSize * 2;

async function findMailLogo(
  ctx: Pick<Context, "pictures">,
  { draw: { charity } }: Pick<DrawRecord, "draw">,
): Promise<MailLogo | null> {
  if (!charity?.logo) return null;
  const picture = findImages(ctx, { charity, bannerImage: undefined }).then(({ logo }) =>
    logo ? renderThumbnail(logo, pixels) : null,
  );
  const bytes = await withTimeout(picture, logoTimeoutMs).catch(() => null);
  return bytes && { id: logoId, type: "image/png", bytes };
}

type DrawResult = Pick<PoolResult, "poolId" | "winners" | "announced"> & { drawId: string };

function readMailResults(db: Database, mails: readonly ClaimedMail[]): Promise<DrawResult[]> {
  const drawIds = mails.filter(({ kind }) => isAboutResult(kind)).map(({ drawId }) => drawId);
  return drawIds.length === 0 ? Promise.resolve([]) : readResults(db, [...new Set(drawIds)]);
}

type MailInput = MailDraw & { record: OrderRecord; results: readonly DrawResult[] };

function writeOne(
  ctx: EmailContext,
  mail: ClaimedMail,
  { record, sale, logo, ...input }: MailInput,
): EmailWithRecipient | NoEmail {
  const { draw, revision } = sale;
  const to = record.order.buyer?.email;
  if (!to) return "undeliverable";
  if (mail.kind === "dates" && poolsInPlay(record).size === 0) return "undeliverable";
  const results = isAboutResult(mail.kind) ? findAnnouncedResults(record, input.results) : [];
  if (typeof results === "string") return results;
  const order = projectOrder(record, ctx);
  const language = order.locale;
  const paper = { t: findTranslator(language), language, order, draw, checkoutHost: ctx.checkoutHost };
  const refund = mail.kind === "cancelled" ? findCancelledMoney(record, order) : findRefund(record, mail.mailId);
  const { kind, queuedAt } = mail;
  const email = writeEmail(paper, { kind, queuedAt, refund, results, prizes: readPrizes(sale) });
  return { to, replyTo: draw.supportEmail ?? null, email, logo, revision };
}

function poolsInPlay({ ranges }: OrderRecord): Set<string> {
  return new Set(ranges.filter(({ voidedAt }) => voidedAt === null).map(({ poolId }) => poolId));
}

/** Returns `held` while a result differs from the announced one. */
function findAnnouncedResults(record: OrderRecord, all: readonly DrawResult[]): EmailEvent["results"] | NoEmail {
  const poolIds = poolsInPlay(record);
  if (poolIds.size === 0) return "undeliverable";
  const results = [...poolIds].flatMap((poolId) => {
    const result = all.find((one) => one.drawId === record.order.drawId && one.poolId === poolId);
    return result?.announced && isSameResult(result.winners, result.announced)
      ? [{ poolId, numbers: result.announced }]
      : [];
  });
  return results.length === poolIds.size ? results : "held";
}

/** Finds the refund that `mailId` names, by its number or that of a surplus payment. Otherwise returns the latest. */
function findRefund({ refunds, ranges, order }: OrderRecord, mailId: string): EmailRefund {
  const refund =
    refunds.find(({ refundNumber }) => mailId.endsWith(refundNumber)) ??
    refunds.find(({ cause, gatewayOrderNumber }) => cause === "surplus" && mailId.endsWith(gatewayOrderNumber)) ??
    refunds.at(-1);
  const lines = new Set(refund?.lineNumbers);
  return {
    amount: toDollars(refund?.amountCents ?? order.amountCents),
    isCash: refund?.method === "cash",
    numbers: ranges
      .filter(({ lineNumber }) => lines.has(lineNumber))
      .map(({ poolId, firstNumber, lastNumber }) => ({ poolId, first: firstNumber, last: lastNumber, void: true })),
  };
}

/** What returns because the draw was cancelled: the refund for it, or the lines that still have valid numbers. */
function findCancelledMoney(
  { refunds, ranges, lines }: OrderRecord,
  { method }: Pick<OrderView, "method">,
): EmailRefund {
  const refund = refunds.find(wasCancelled);
  const valid = ranges.filter(({ voidedAt }) => voidedAt === null).map(({ lineNumber }) => lineNumber);
  const lineNumbers = new Set(refund?.lineNumbers ?? valid);
  const cents = lines.reduce((sum, line) => (lineNumbers.has(line.lineNumber) ? sum + line.amountCents : sum), 0);
  return {
    amount: toDollars(cents),
    isCash: method === "cash",
    numbers: ranges
      .filter(({ lineNumber }) => lineNumbers.has(lineNumber))
      .map(({ poolId, firstNumber, lastNumber }) => ({ poolId, first: firstNumber, last: lastNumber, void: true })),
  };
}

function readPrizes({ draw, mainPool, pools }: DrawRecord): EmailEvent["prizes"] {
  const secondPrizes = draw.secondDraws.flatMap((second): [string, number | null][] => {
    const counters = pools.get(second.id);
    return counters ? [[second.id, findPrizeAmount(second, counters)]] : [];
  });
  return new Map([[mainPoolId, findPrizeAmount(draw, mainPool)], ...secondPrizes]);
}
