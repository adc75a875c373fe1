import type { AdminOrder } from "@/lib/admin/rules";
import type { DayClosed } from "@/lib/reconciliation/rules.day";
import { dollars } from "@/scripts/command/amounts";
import type { AdminAccess } from "./command/admin-client";
import { CommandError, callAdmin, findAdminAccess, requireSuccess } from "./command/admin-client";
import { explainRefusal } from "./command/explain-refusal";
import { runCommand } from "./command/run-command";
import { dayLines } from "./order/day-text";
import type { OrderOptions } from "./order/options";
import { parseOrderOptions } from "./order/options";
import { orderLines } from "./order/text";

const usage = `Usage: npm run order -- show CODE|ID             show an order: numbers, payments, refunds and emails
       npm run order -- refund CODE|ID           refund everything that hasn't been refunded yet
         --line N                                only line N (can be repeated)
         --reason WORD                           buyer-asked, duplicate, wrong-order, not-eligible, draw-changed, other
         --drawer DEVICE                         cash comes from this tablet's drawer, not from the one that took it
       npm run order -- resend CODE|ID           resend the receipt
       npm run order -- correct CODE|ID          correct the buyer and send the receipt to the address on the order:
         --name N, --email E, --phone P          one or more; a new email also changes the link of the order
       npm run order -- settle CODE|ID           settle a payment that the bank no longer reports, from its records:
         --paid TRANSACTION                      it was paid in full, with this transaction number
         --not-paid                              the bank has no record of this payment
       npm run order -- return NUMBER            refund a payment that only the gateway knows,
                                                 after a restore; several numbers may follow
       npm run order -- hide CODE|ID             remove the purchase from the public list
         CODE is an order code or a receipt's validation number
         --draw ID                               for any of these: the draw, if several have the same code
       npm run order -- reconcile --day DAY      compare a day (2026-11-20, Eastern time) with the gateway's report`;

type CorrectedBuyer = { corrected: string[]; isMailed: boolean };

async function findOrder(access: AdminAccess, { order, draw }: OrderOptions): Promise<AdminOrder> {
  const query = new URLSearchParams({ order, ...(draw ? { instanceId: draw } : {}) });
  const answer = await callAdmin<{ orders: AdminOrder[] }>(access, "GET", `/api/admin/orders?${query}`);
  if (answer.body.reason === "order-not-found") {
    throw new CommandError("No order found with this code, ID or validation number (order-not-found).");
  }
  const { orders } = requireSuccess(answer);
  const [found] = orders;
  if (found && orders.length === 1) return found;
  const draws = orders.map(({ instanceId }) => instanceId).join(", ");
  throw new CommandError(`Several draws have an order with this code. Add --draw with one of: ${draws}.`);
}

function toPath(
  { instanceId, orderCode }: AdminOrder,
  action: "refund" | "resend" | "correct" | "hide" | "settle",
): string {
  return `/api/admin/orders/${encodeURIComponent(instanceId)}/${orderCode}/${action}`;
}

async function showOrder(access: AdminAccess, options: OrderOptions): Promise<AdminOrder> {
  const order = await findOrder(access, options);
  console.log(orderLines(order).join("\n"));
  return order;
}

function describeRefunds({ refunds }: AdminOrder): string {
  const latest = refunds.at(-1);
  if (latest?.method !== "cash") return "Refunded. The numbers are void.";
  const cash = dollars(Math.round(latest.amount * 100));
  return `Refunded. The numbers are void. Give the buyer ${cash} in cash from the drawer of ${latest.deviceId}.`;
}

async function refundOrder(access: AdminAccess, options: OrderOptions): Promise<void> {
  const order = await findOrder(access, options);
  const { lines, drawer, reason } = options;
  const body = { ...(lines.length > 0 ? { lines } : {}), ...(drawer ? { drawer } : {}), ...(reason ? { reason } : {}) };
  const { outcome } = requireSuccess(
    await callAdmin<{ outcome: string }>(access, "POST", toPath(order, "refund"), body),
  );
  const orderShown = await showOrder(access, { ...options, order: order.orderCode, draw: order.instanceId });
  console.log(
    outcome === "refunded"
      ? describeRefunds(orderShown)
      : "Refund in progress: we're checking with the bank until it's confirmed. Don't refund it any other way.",
  );
}

async function resendReceipt(access: AdminAccess, options: OrderOptions): Promise<void> {
  const order = await findOrder(access, options);
  requireSuccess(await callAdmin(access, "POST", toPath(order, "resend")));
  console.log(`Receipt for ${order.orderCode} queued for ${order.buyer?.maskedEmail ?? "the buyer"}.`);
}

async function correctBuyer(access: AdminAccess, options: OrderOptions): Promise<void> {
  const order = await findOrder(access, options);
  const answer = await callAdmin<CorrectedBuyer>(access, "POST", toPath(order, "correct"), options.correction);
  const { corrected, isMailed } = requireSuccess(answer);
  if (corrected.length === 0) return console.log("Nothing to correct: the order already says so.");
  const shown = await findOrder(access, { ...options, order: order.orderCode, draw: order.instanceId });
  console.log(`Corrected ${corrected.join(", ")} of ${order.orderCode}.`);
  if (isMailed) console.log(`Receipt queued for ${shown.buyer?.maskedEmail ?? "the buyer"}.`);
  if (corrected.includes("email")) console.log("Links sent before no longer show the order.");
}

async function settleOrder(access: AdminAccess, options: OrderOptions): Promise<void> {
  const order = await findOrder(access, options);
  requireSuccess(await callAdmin(access, "POST", toPath(order, "settle"), options.statement));
  await showOrder(access, { ...options, order: order.orderCode, draw: order.instanceId });
  console.log("Payment settled. The audit log records that you settled it.");
}

async function returnPayments(access: AdminAccess, numbers: readonly string[]): Promise<void> {
  for (const number of numbers) {
    const path = `/api/admin/payments/${encodeURIComponent(number)}/refund`;
    const answer = await callAdmin<{ outcome: string; amountCents: number }>(access, "POST", path);
    if (answer.status >= 300) {
      console.error(`${number}: ${explainRefusal(answer)}`);
      process.exitCode = 1;
    } else if (answer.body.outcome === "refunded")
      console.log(`${number}: ${dollars(answer.body.amountCents)} refunded.`);
    else console.log(`${number}: refund in progress; it is checked until the bank confirms it.`);
  }
}

async function hidePurchase(access: AdminAccess, options: OrderOptions): Promise<void> {
  const order = await findOrder(access, options);
  requireSuccess(await callAdmin(access, "POST", toPath(order, "hide")));
  console.log(`${order.orderCode} no longer appears in the public list.`);
}

async function reconcileDay(access: AdminAccess, day: string): Promise<void> {
  const path = `/api/admin/reconcile?day=${encodeURIComponent(day)}`;
  const closed = requireSuccess(await callAdmin<DayClosed>(access, "GET", path));
  console.log(dayLines(closed).join("\n"));
  const { differences, untimed, open, lacking } = closed;
  const isWrong = differences.length + untimed.length + open.length > 0;
  if (isWrong || lacking.captures + lacking.refunds > 0) process.exitCode = 1;
}

async function main([command, ...rest]: string[]): Promise<void> {
  if (command === "return" && rest.length > 0 && rest.every((number) => /^\w[\w-]*$/.test(number))) {
    return returnPayments(findAdminAccess(process.env), rest);
  }
  const isDay = command === "reconcile" && rest.length === 2 && rest[0] === "--day";
  const options = isDay ? null : parseOrderOptions(command ?? "", rest);
  if (!isDay && !options) throw new CommandError(usage);
  const access = findAdminAccess(process.env);
  if (!options) return reconcileDay(access, rest[1] ?? "");
  if (command === "refund") return refundOrder(access, options);
  if (command === "hide") return hidePurchase(access, options);
  if (command === "settle") return settleOrder(access, options);
  if (command === "correct") return correctBuyer(access, options);
  if (command === "resend") return resendReceipt(access, options);
  await showOrder(access, options);
}

await runCommand(usage, main);
