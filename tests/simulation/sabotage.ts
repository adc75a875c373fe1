import type { Context } from "@/lib/context";
import type { ListedPayment, PaymentGateway } from "@/lib/gateways/payment/port";
import { sabotage as ofDatabase } from "@/tests/support/sabotage/sabotage";
import { withoutGuard } from "@/tests/support/sabotage/without-guard";

import type { Sabotage } from "./world";

/** A guard removed by SQL or by a change of the context, and the symptom that follows. `seed` shows it early. */
export type Unguarded = { statements?: readonly string[]; sabotage?: Sabotage; symptom: RegExp; seed?: number };

function withGateway(change: (gateway: PaymentGateway) => Partial<PaymentGateway>): Sabotage {
  return (ctx: Context) => ({ ...ctx, gateway: { ...ctx.gateway, ...change(ctx.gateway) } });
}

/** Idempotency keys are ignored. */
const forgetKeys: Sabotage = (ctx) => withoutGuard(ctx, "o.idempotency_key = asked.idempotency_key", "false").ctx;

/** Unknown outcomes count as declined. */
const refuseUnknown = withGateway((gateway) => ({
  charge: async (...call) => {
    const outcome = await gateway.charge(...call);
    if (outcome.kind !== "unknown") return outcome;
    return { kind: "refused", reason: "declined", code: outcome.code, transactionId: null };
  },
}));

/** Unanswered charges are repeated. */
const chargeAgain = withGateway((gateway) => ({
  charge: async (...call) => {
    const outcome = await gateway.charge(...call);
    return outcome.kind === "unknown" ? gateway.charge(...call) : outcome;
  },
}));

/** Unanswered refunds are repeated. */
const refundAgain = withGateway((gateway) => ({
  refund: async (...call) => {
    const outcome = await gateway.refund(...call);
    return outcome.kind === "unknown" ? gateway.refund(...call) : outcome;
  },
}));

/** A payment missing from a report counts as declined at the first lookup. */
const trustReport = withGateway((gateway) => ({
  listPayments: async (credentials, request) => {
    const list = await gateway.listPayments(credentials, request);
    const { orderNumber } = request;
    if (list.kind !== "listed" || !orderNumber || orderNumber.startsWith("RF") || list.payments.length > 0) return list;
    const row = { orderNumber, kind: "capture" as const, approved: false, amountCents: 0, currency: "CAD" };
    const rest = { transactionId: "1", returnedCents: 0, voided: false, at: null };
    return { kind: "listed", payments: [{ ...row, ...rest }], nextCursor: null };
  },
}));

/** Pages count as lookups of single payments. */
function believePages(): Sabotage {
  const pagePayments = new Map<string, ListedPayment>();
  return withGateway((gateway) => ({
    listPayments: async (credentials, request) => {
      const row = pagePayments.get(request.orderNumber ?? "");
      if (row) return { kind: "listed", payments: [row], nextCursor: null };
      const list = await gateway.listPayments(credentials, request);
      const isPage = list.kind === "listed" && request.orderNumber === undefined;
      if (isPage) for (const payment of list.payments) pagePayments.set(payment.orderNumber, payment);
      return list;
    },
    readPayment: async (credentials, transactionId, orderNumber) => {
      const row = pagePayments.get(orderNumber ?? "");
      if (!row?.approved) return gateway.readPayment(credentials, transactionId, orderNumber);
      return { ...row, kind: "approved", code: "1", cardType: "VI", lastFour: "1234" };
    },
  }));
}

function trigger(name: string, event: string, body: string): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} end $$`,
    `create trigger ${name} ${event} for each row execute function ${name}()`,
  ];
}

/** The money is refunded twice, or refunded while its numbers stay valid. */
const wronglyReturned = /was given back \d+ times|is refused, its money went back/;

export const unguarded = {
  "one order for one click": {
    statements: ["drop index orders_idempotency"],
    sabotage: forgetKeys,
    symptom: /one click made several orders/,
  },
  "one charge for one card token": {
    statements: ["drop index payment_attempts_token"],
    symptom: /a card token .* was charged twice/,
    seed: 8,
  },
  "one open and one approved payment of an order": {
    statements: ofDatabase.oneAttempt,
    symptom: /was charged \d+ times/,
  },
  "cash is not taken beside a card": { statements: ofDatabase.cashBesideCard, symptom: /was paid in cash and by card/ },
  "cash is taken once": { statements: ofDatabase.cashOnce, symptom: /cash was taken \d+ times/ },
  "a revoked device stays revoked": {
    statements: trigger("forget_end", "before update on devices", "new.revoked_at := null; return new;"),
    symptom: /a device that was revoked changed something/,
  },
  "no more tickets than there are": { statements: ofDatabase.capacity, symptom: /sold and \d+ held of/ },
  "each sale and refund counts for its team": {
    statements: trigger("lose_support", "before update on pool_teams", "return null;"),
    symptom: /counts \d+ tickets for teams/,
  },
  "unknown is not refused": { sabotage: refuseUnknown, symptom: /cents are kept|was charged \d+ times/ },
  "unknown is not charged again": { sabotage: chargeAgain, symptom: /was charged \d+ times/ },
  "a page of the report is not believed": { sabotage: believePages(), symptom: /is approved, no money came/ },
  "not found is not believed at once": { sabotage: trustReport, symptom: /cents are kept|was charged \d+ times/ },
  "a refund is asked for once": { sabotage: refundAgain, symptom: wronglyReturned, seed: 3 },
  "one open refund of a payment": { statements: ofDatabase.oneRefund, symptom: /a line goes back twice/ },
  "whoever sends a refund has taken it before": {
    statements: trigger(
      "forget_sent",
      "before update on refunds",
      "if old.state = 'pending' and new.state = 'sent' then new.state := 'pending'; end if; return new;",
    ),
    symptom: wronglyReturned,
  },
  "money that goes back has a row": {
    statements: trigger(
      "lose_surplus",
      "after insert on refunds",
      "delete from refunds where refund_number = new.refund_number and cause = 'surplus'; return null;",
    ),
    symptom: /cents are kept/,
  },
} satisfies Record<string, Unguarded>;
