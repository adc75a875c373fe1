import "server-only";

import { projectAdminOrder } from "@/lib/admin/find-admin-orders";
import type { AdminRefusal } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import { mainPoolId } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";
import type { DrawRecord } from "@/lib/draws/store";
import { readDrawRecord } from "@/lib/draws/store";
import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import { toDollars } from "@/lib/money";
import type { AuditEntry } from "@/lib/orders/rules.audit";
import { toPaymentMethod } from "@/lib/orders/rules.payment";
import { findUnreturnedSurplus, isPartlyRefunded, sumRefundedLines } from "@/lib/orders/rules.refunds";
import type { OrderKey } from "@/lib/orders/schema";
import { isOrderKey } from "@/lib/orders/schema";
import type { OrderRecord } from "@/lib/orders/store";
import { readOrderRecord } from "@/lib/orders/store";
import { listEntries } from "@/lib/orders/store.audit";
import { listNotes } from "@/lib/orders/store.notes";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { listMails } from "@/lib/receipts/store";
import { readRefundAllowance } from "@/lib/refunds/read-refund-allowance";
import { listRefundableLines } from "@/lib/refunds/rules";
import type { Right } from "@/lib/rights";
import { computeAccessScope, includesDraw } from "@/lib/rights";
import type { ConsoleAction, ConsoleOrder, OrderWin } from "./rules.order";
import { chooseNextStep, listActions, rightsOfActions } from "./rules.order";
import { findPrizeText, findWonAmount, getPoolTitle } from "./rules.wins";
import { readPeople } from "./store.order";

/** Returns what the caller may see of the order, its payments and its history, and the actions they may take. */
export async function viewOrder(
  ctx: Context,
  key: OrderKey,
): Promise<{ ok: true; order: ConsoleOrder } | Refusal<AdminRefusal | "order-not-found">> {
  const refused = await authorizeForDraw(ctx, "find", key.instanceId, "order-not-found");
  if (refused) return refused;
  if (!isOrderKey(key)) return refuse("order-not-found");
  const order = await withRetry(ctx, () => readConsoleOrder(ctx, key));
  return order ? { ok: true, order } : refuse("order-not-found");
}

async function readConsoleOrder(ctx: Context, { instanceId: drawId, orderId }: OrderKey): Promise<ConsoleOrder | null> {
  const record = await readOrderRecord(ctx.db, drawId, orderId);
  const drawRecord = record && (await readDrawRecord(ctx.db, drawId));
  if (!record || !drawRecord) return null;
  const mails = await listMails(ctx.db, drawId, orderId);
  const allowedActions = getAllowedActions(ctx, drawRecord.draw);
  // Notes may contain what is masked elsewhere, so they need one of these rights.
  const notes = allowedActions.note || allowedActions.contact ? await listNotes(ctx.db, drawId, orderId) : [];
  const entries = await listEntries(ctx.db, drawId, orderId);
  const operators = [...notes.map(({ author }) => author), ...entries.map(({ operator }) => operator)];
  const people = await readPeople(ctx.db, operators);
  const { order, refunds } = record;
  const surplus = findUnreturnedSurplus(refunds);
  const details = {
    ...projectAdminOrder(record, mails, { now: ctx.now(), showsIds: allowedActions.note }),
    ...toOrderDetails(record, drawRecord),
    unreturned: surplus && toDollars(surplus.amountCents),
    refundAllowance: allowedActions.refund ? await readAllowance(ctx, drawRecord.draw) : null,
    notes,
    history: allowedActions.note ? entries : entries.map(withoutIds),
    people,
  };
  const isRefundable = (order.status === "finalized" && details.refundable.length > 0) || surplus !== null;
  const [hasBuyer, hasValidationNumber] = [order.buyer !== null, order.validationHash !== null];
  const state = { ...details, hasBuyer, hasValidationNumber, isRefundable };
  const actions = listActions(state, allowedActions);
  return { ...details, actions, nextStep: chooseNextStep(state, actions) };
}

/** Leaves out the numbers of payments and refunds, because they contain the order's id. */
function withoutIds(entry: AuditEntry): AuditEntry {
  const { gatewayOrderNumber: _payment, refundNumber: _refund, ...detail } = entry.detail;
  return { ...entry, detail };
}

async function readAllowance(ctx: Context, draw: Draw): Promise<number | null> {
  const cents = await readRefundAllowance(ctx, draw);
  return cents === null ? null : toDollars(cents);
}

function toOrderDetails({ order, lines, ranges, attempts, refunds, soldBy }: OrderRecord, drawRecord: DrawRecord) {
  const { draw } = drawRecord;
  const refundedCents = sumRefundedLines(refunds);
  const { cardType, cardLastFour, locale, teamId, operator } = order;
  const titles = [[mainPoolId, draw.title], ...draw.secondDraws.map(({ id, title }) => [id, title])];
  const pools = Object.fromEntries(titles.filter(([id]) => lines.some(({ poolId }) => poolId === id)));
  return {
    parentId: draw.parentId,
    draw: { title: draw.title as LocalText, pools },
    timeZone: draw.timeZone,
    locale,
    teamId,
    device: soldBy,
    operator,
    title: localText(draw.title as LocalText, draw.locale.lang).text,
    method: toPaymentMethod(attempts.find(({ state }) => state === "approved")?.method ?? null),
    card: cardType && cardLastFour ? { type: cardType, lastFour: cardLastFour } : null,
    isHidden: order.hiddenAt !== null,
    isPartlyRefunded: isPartlyRefunded({ status: order.status, refundedCents }),
    refunded: toDollars(refundedCents),
    refundable: listRefundableLines(lines, ranges, draw.winners),
    wins: listWins(ranges, drawRecord),
  };
}

function listWins(ranges: OrderRecord["ranges"], drawRecord: DrawRecord): OrderWin[] {
  const { draw } = drawRecord;
  const isInOrder = ({ poolId, number }: Draw["winners"][number]) =>
    ranges.some(
      (range) =>
        range.poolId === poolId && range.voidedAt === null && range.firstNumber <= number && number <= range.lastNumber,
    );
  return draw.winners.filter(isInOrder).map((winner) => ({
    poolId: winner.poolId,
    ticketNumber: winner.number,
    prizeType: winner.prizeType,
    pool: winner.poolId === mainPoolId ? null : getPoolTitle(draw, winner.poolId),
    amount: findWonAmount(drawRecord, winner),
    prize: findPrizeText(draw, winner),
  }));
}

function getAllowedActions({ actor }: Context, { id: drawId, parentId }: Draw): Record<ConsoleAction, boolean> {
  const has = (right: Right) => {
    const accessScope = actor.kind === "admin" ? computeAccessScope(actor.grants, right) : null;
    return accessScope !== null && includesDraw(accessScope, { drawId, parentId });
  };
  const entries = Object.entries(rightsOfActions).map(([action, right]) => [action, has(right)]);
  return Object.fromEntries(entries) as Record<ConsoleAction, boolean>;
}
