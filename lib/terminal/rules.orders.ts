import { allowsCash, isActive, scheduleOf } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";
import type { LastPaymentView, OrderStatus, OrderView } from "@/lib/orders/rules";
import { isBeingPaid } from "@/lib/orders/rules";
import type { AuditEntry } from "@/lib/orders/rules.audit";
import type { PaymentMethod } from "@/lib/orders/rules.methods";
import type { RefusalReason } from "@/lib/platform/http/reasons";
import type { RefundableView } from "./rules.refundable";

/** Who sold an order: a device by its name, with its operator; both null on the web. */
export type SellerView = { channel: "web" | "device"; device: string | null; operator: string | null; isOwn: boolean };

/** The one safe next step for an order that isn't finalized; `wait` is for what ends on its own. */
export type NextStep = "resume" | "take-cash" | "ask-bank" | "cancel" | "complete-device" | "wait" | "none";

/** What a device may do with an order now. */
export type OrderAction = "cash" | "cancel" | "check" | "reprint" | "resend" | "refund";

/**
 * An order in a terminal list; `amount` in dollars, times in ISO, `maskedPhone` with only its last four digits. A buyer
 * of the web has no name here.
 */
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
  /** How it was paid; null while it is not. */
  method: PaymentMethod | null;
  /** Paid, and some of its lines were refunded. */
  isPartlyRefunded: boolean;
  lastPayment: LastPaymentView["state"] | null;
  /** Until when the payment that is under way may be answered; null without one. */
  answerBy: string | null;
  nextStep: NextStep;
  isTest: boolean;
};

/** A page of a list; `nextCursor` is null at its end. Without `listsOthers` it is of this device's own orders. */
export type TerminalOrderPage = { orders: TerminalOrderRow[]; nextCursor: string | null; listsOthers: boolean };

/** One try to pay an order; `amount` in dollars. */
export type AttemptView = {
  sentAt: string;
  method: PaymentMethod | null;
  state: LastPaymentView["state"];
  amount: number;
  /** When the bank is asked next; null if it isn't. */
  askAt: string | null;
};

/** An order with all that an operator is shown of it; a buyer of the web has no name. */
export type TerminalOrder = OrderView & {
  seller: SellerView;
  attempts: AttemptView[];
  history: AuditEntry[];
  /** Paid with cash that this device took: no other one's drawer has it. */
  hasOwnCash: boolean;
  /** How often its receipt was printed again. */
  reprints: number;
  nextStep: NextStep;
  actions: OrderAction[];
  /** Why this device may not refund it, which somebody else may; null if it may, or if nothing is left to refund. */
  noRefund: RefusalReason | null;
  /** What its money may go back for: nothing void, nothing that has won. */
  refundable: RefundableView[];
};

/**
 * Money by one method that this device took today, and gave back, of whichever day's orders; in dollars, `amount`
 * without what is `refunded` taken off. `orders` are those that it took money for and did not give all of it back.
 */
export type MethodTotal = { method: PaymentMethod; orders: number; amount: number; refunded: number };

/** Money that this device took and gave back in one draw on one local day. */
export type TerminalSummary = { instanceId: string; day: string; methods: MethodTotal[] };

/** Who sold an order, as a device is shown it; `device` is the seller's name. */
export function sellerOf(
  { deviceId, device, operator }: { deviceId: string | null; device: string | null; operator: string | null },
  viewer: { deviceId: string },
): SellerView {
  if (deviceId === null) return { channel: "web", device: null, operator: null, isOwn: false };
  return { channel: "device", device, operator, isOwn: viewer.deviceId === deviceId };
}

/** A buyer as a device is shown one: who bought on the web stands before nobody's tablet, and is not named there. */
export function shownBuyer<Buyer extends { name: string }>(buyer: Buyer | null, seller: SellerView): Buyer | null {
  return buyer && seller.channel === "web" ? { ...buyer, name: "" } : buyer;
}

/** What decides what to do next with an order that is not finalized. */
export type StepFacts = {
  status: OrderStatus;
  /** Whether its draw, and every pool of it, sell now. */
  sells: boolean;
  seller: Pick<SellerView, "channel" | "isOwn">;
  /** Until when its open payment may be answered; null without one. */
  deadlineAt: Date | null;
  /** Whether the device that looks is complete, without which it does nothing with an order. */
  maySell: boolean;
} & CashFacts;

/** What decides whether an order that its draw still sells may be paid in cash. */
type CashFacts = { hasBuyer: boolean; allowsCash: boolean; allowsAnonymousCash: boolean };

/** What a draw says of cash, and whether the order has a buyer. */
export function cashFactsOf(draw: Pick<Draw, "terminal">, hasBuyer: boolean): CashFacts {
  return { hasBuyer, allowsCash: allowsCash(draw), allowsAnonymousCash: draw.terminal.allowAnonymousCash };
}

function takesCash({ hasBuyer, allowsCash, allowsAnonymousCash }: CashFacts): boolean {
  return allowsCash && (hasBuyer || allowsAnonymousCash);
}

/** The next step for an order, whoever is looking. The operator who resumes the sale can still ask who is buying. */
function stepOf({ status, sells, seller, deadlineAt, ...cash }: StepFacts, now: Date): NextStep {
  if (status === "unknown") return "ask-bank";
  if (status === "paying") return deadlineAt && deadlineAt <= now ? "ask-bank" : "wait";
  if (status !== "reserved") return "none";
  if (!sells) return "cancel";
  if (seller.isOwn) return "resume";
  return seller.channel === "device" && takesCash(cash) ? "take-cash" : "wait";
}

/** The one safe thing to do next with an order at `now`: a device that may not sell yet is completed first. */
export function nextStepOf(facts: StepFacts, now: Date): NextStep {
  const step = stepOf(facts, now);
  return facts.maySell || step === "wait" || step === "none" ? step : "complete-device";
}

/** What decides what a device may do with an order: its state, the draw's rules and what the device knows of itself. */
export type ActionFacts = Omit<StepFacts, "seller" | "deadlineAt"> & {
  /** Why this device may not refund it (`whyNoDeviceRefund`); null when it may. */
  noRefund: RefusalReason | null;
  /** Whether money of it may go back: some is left, and none is on its way. */
  isRefundable: boolean;
  /** Whether its buyer was erased: nothing is left to recognize by who asks for its receipt. */
  isErased: boolean;
};

/** What a device may do with an order now. */
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

/** What of a draw decides whether it sells. */
type SaleState = { draw: Draw; closedAt: Date | null; pools: ReadonlyMap<string, { cutOffAt: Date | null }> };

/**
 * Whether a draw sells an order of these pools at `now`: approved, between its opening and its close, no pool cut off.
 */
export function sellsPools({ draw, closedAt, pools }: SaleState, poolIds: readonly string[], now: Date): boolean {
  const isOpen = draw.state.approval_state === "Approved" && isActive(scheduleOf(draw), closedAt, now);
  const isCutOff = (poolId: string) => {
    const cutOffAt = pools.get(poolId)?.cutOffAt;
    return Boolean(cutOffAt && cutOffAt <= now);
  };
  return isOpen && !poolIds.some(isCutOff);
}

function isOf(entry: AuditEntry, action: AuditEntry["action"], { detail }: AuditEntry): boolean {
  return entry.action === action && entry.detail.refundNumber === detail.refundNumber;
}

/**
 * An order's history as operators see it: cash is refunded by hand, so whoever requested that made it, while a bank's
 * answer is attributed to nobody.
 */
export function nameAttribution(history: AuditEntry[]): AuditEntry[] {
  if (!history.some(({ action }) => action === "cash-taken")) return history;
  return history.map((entry) => {
    const asked = entry.action === "refund-done" && history.find((other) => isOf(other, "refund-requested", entry));
    return asked ? { ...entry, actor: asked.actor, device: asked.device, operator: asked.operator } : entry;
  });
}
