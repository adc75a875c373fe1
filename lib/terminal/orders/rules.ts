import { allowsCash, isActive, scheduleOf } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";
import type { OrderStatus, OrderView } from "@/lib/orders/rules";
import { isBeingPaid } from "@/lib/orders/rules";
import type { AuditEntry } from "@/lib/orders/rules.audit";
import type { LastPaymentView, PaymentMethod } from "@/lib/orders/rules.payment";
import type { RefusalReason } from "@/lib/platform/http/reasons";

/** `device` is a name; it and `operator` are null on the web. */
export type SellerView = { channel: "web" | "device"; device: string | null; operator: string | null; isOwn: boolean };

/** The one safe next step for an order; `wait` for what ends on its own. */
export type NextStep = "resume" | "take-cash" | "ask-bank" | "cancel" | "complete-device" | "wait" | "none";

export type OrderAction = "cash" | "cancel" | "check" | "reprint" | "resend" | "refund";

/** `amount` in dollars, times in ISO, `maskedPhone` with its last four digits alone. A buyer of the web has no name. */
export type TerminalOrderRow = {
  instanceId: string;
  orderId: string;
  orderCode: string;
  status: OrderStatus;
  amount: number;
  tickets: number;
  placedAt: string;
  expiresAt: string;
  finalizedAt: string | null;
  buyer: { name: string; maskedEmail: string; maskedPhone: string | null } | null;
  seller: SellerView;
  /** Null while it is not paid. */
  method: PaymentMethod | null;
  isPartlyRefunded: boolean;
  lastPayment: LastPaymentView["state"] | null;
  /** Until when the payment under way may be answered; null without one. */
  answerBy: string | null;
  nextStep: NextStep;
  isTest: boolean;
};

/** A page of a list; `nextCursor` is null at its end. Without `listsOthers` it is of this device's own orders. */
export type TerminalOrderPage = { orders: TerminalOrderRow[]; nextCursor: string | null; listsOthers: boolean };

/** `amount` in dollars. */
export type AttemptView = {
  sentAt: string;
  method: PaymentMethod | null;
  state: LastPaymentView["state"];
  amount: number;
  /** When the bank is asked next; null if it isn't. */
  askAt: string | null;
};

/** An order as an operator sees it; a buyer of the web has no name. */
export type TerminalOrder = OrderView & {
  seller: SellerView;
  attempts: AttemptView[];
  history: AuditEntry[];
  /** Paid with cash that is in this device's drawer. */
  hasOwnCash: boolean;
  reprints: number;
  nextStep: NextStep;
  actions: OrderAction[];
  /** Why this device may not refund it, which somebody else may; null if it may, or if nothing is left to refund. */
  noRefund: RefusalReason | null;
  /** What its money may go back for: nothing void, nothing that has won. */
  refundable: RefundableView[];
};

/** A line that can be refunded; `first` to `last` are its tickets, `amount` in dollars. */
export type RefundableView = {
  line: number;
  poolId: string;
  tickets: number;
  amount: number;
  first: number;
  last: number;
};

export function sellerOf(
  { deviceId, device, operator }: { deviceId: string | null; device: string | null; operator: string | null },
  viewer: { deviceId: string },
): SellerView {
  if (deviceId === null) return { channel: "web", device: null, operator: null, isOwn: false };
  return { channel: "device", device, operator, isOwn: viewer.deviceId === deviceId };
}

/** A buyer as a device is shown one. Who bought on the web stands in front of no tablet, and is not named on any. */
export function shownBuyer<Buyer extends { name: string }>(buyer: Buyer | null, seller: SellerView): Buyer | null {
  return buyer && seller.channel === "web" ? { ...buyer, name: "" } : buyer;
}

export type StepFacts = {
  status: OrderStatus;
  /** Whether its draw and all of its pools sell now. */
  sells: boolean;
  seller: Pick<SellerView, "channel" | "isOwn">;
  /** Until when its open payment may be answered; null without one. */
  deadlineAt: Date | null;
  /** Whether the device that looks is complete. */
  maySell: boolean;
} & CashFacts;

type CashFacts = { hasBuyer: boolean; allowsCash: boolean; allowsAnonymousCash: boolean };

export function cashFactsOf(draw: Pick<Draw, "terminal">, hasBuyer: boolean): CashFacts {
  return { hasBuyer, allowsCash: allowsCash(draw), allowsAnonymousCash: draw.terminal.allowAnonymousCash };
}

function takesCash({ hasBuyer, allowsCash, allowsAnonymousCash }: CashFacts): boolean {
  return allowsCash && (hasBuyer || allowsAnonymousCash);
}

/** The next step, whichever device looks. The operator who resumes a sale can still ask who is buying. */
function stepOf({ status, sells, seller, deadlineAt, ...cash }: StepFacts, now: Date): NextStep {
  if (status === "unknown") return "ask-bank";
  if (status === "paying") return deadlineAt && deadlineAt <= now ? "ask-bank" : "wait";
  if (status !== "reserved") return "none";
  if (!sells) return "cancel";
  if (seller.isOwn) return "resume";
  return seller.channel === "device" && takesCash(cash) ? "take-cash" : "wait";
}

/** The next step at `now`; a device that may not sell yet is completed first. */
export function nextStepOf(facts: StepFacts, now: Date): NextStep {
  const step = stepOf(facts, now);
  return facts.maySell || step === "wait" || step === "none" ? step : "complete-device";
}

export type ActionFacts = Omit<StepFacts, "seller" | "deadlineAt"> & {
  /** See `whyNoDeviceRefund`; null if the device may refund it. */
  noRefund: RefusalReason | null;
  /** Some money is left to refund, and no refund is under way. */
  isRefundable: boolean;
  /** Nothing is left by which to recognize whoever asks for the receipt. */
  isErased: boolean;
};

export function actionsOf(facts: ActionFacts): OrderAction[] {
  const { status, hasBuyer } = facts;
  if (!facts.maySell) return [];
  if (status === "reserved") {
    const mayTakeCash = facts.sells && takesCash(facts);
    return mayTakeCash ? ["cash", "cancel"] : ["cancel"];
  }
  if (isBeingPaid(status)) return ["check"];
  if (status !== "finalized") return [];
  const mayRefund = facts.noRefund === null && facts.isRefundable;
  const reprints = facts.isErased ? [] : (["reprint"] as const);
  return [...reprints, ...(hasBuyer ? (["resend"] as const) : []), ...(mayRefund ? (["refund"] as const) : [])];
}

type SaleState = { draw: Draw; closedAt: Date | null; pools: ReadonlyMap<string, { cutOffAt: Date | null }> };

/** Whether a draw is approved and open at `now`, and none of these pools is cut off. */
export function sellsPools({ draw, closedAt, pools }: SaleState, poolIds: readonly string[], now: Date): boolean {
  const isOpen = draw.state.approval_state === "Approved" && isActive(scheduleOf(draw), closedAt, now);
  const isCutOff = (poolId: string) => {
    const cutOffAt = pools.get(poolId)?.cutOffAt;
    return Boolean(cutOffAt && cutOffAt <= now);
  };
  return isOpen && !poolIds.some(isCutOff);
}
