import { isActive, scheduleOf } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";
import type { LastPaymentView, OrderStatus, OrderView } from "@/lib/orders/rules";
import type { AuditEntry } from "@/lib/orders/rules.audit";
import type { PaymentMethod } from "@/lib/orders/rules.report";

/** Who sold an order: a device by its name, with its operator; both null on the web. */
export type SellerView = { channel: "web" | "device"; device: string | null; operator: string | null; isOwn: boolean };

/** The one safe thing to do next with an order that is not finalized; `wait` is for what ends by itself. */
export type NextStep = "resume" | "take-cash" | "ask-bank" | "cancel" | "wait" | "none";

/** What a device may do with an order now. */
export type OrderAction = "cash" | "cancel" | "check" | "reprint" | "resend" | "refund";

/** An order in a list of the terminal; `amount` in dollars, instants in ISO, `phone` with its last four digits alone. */
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
  lastPayment: LastPaymentView["state"] | null;
  nextStep: NextStep;
  isTest: boolean;
};

/** A page of a list; `nextCursor` is null at its end. */
export type TerminalOrderPage = { orders: TerminalOrderRow[]; nextCursor: string | null };

/** One try to pay an order; `amount` in dollars. */
export type AttemptView = {
  sentAt: string;
  method: PaymentMethod | null;
  state: LastPaymentView["state"];
  amount: number;
  /** When the bank is asked next; null when nobody asks. */
  askAt: string | null;
};

/** An order with all that an operator is shown of it. */
export type TerminalOrder = OrderView & {
  seller: SellerView;
  attempts: AttemptView[];
  history: AuditEntry[];
  /** How often its receipt was printed again. */
  reprints: number;
  nextStep: NextStep;
  actions: OrderAction[];
};

/** Sales of this device today by one method, in the draw's time zone; `amount` in dollars, refunds taken off in `refunded`. */
export type MethodTotal = { method: PaymentMethod; orders: number; amount: number; refunded: number };

/** Sales of this device in one draw on one local day. */
export type TerminalSummary = { instanceId: string; day: string; methods: MethodTotal[] };

/** Who sold an order, as a device is shown it; `device` is the seller's name. */
export function sellerOf(
  { deviceId, device, operator }: { deviceId: string | null; device: string | null; operator: string | null },
  viewer: { deviceId: string },
): SellerView {
  if (deviceId === null) return { channel: "web", device: null, operator: null, isOwn: false };
  return { channel: "device", device, operator, isOwn: viewer.deviceId === deviceId };
}

/** What decides what to do next with an order that is not finalized. */
export type StepFacts = {
  status: OrderStatus;
  /** Whether its draw, and every pool of it, sell now. */
  sells: boolean;
  seller: Pick<SellerView, "channel" | "isOwn">;
  /** Until when its open payment may be answered; null without one. */
  deadlineAt: Date | null;
};

/** The one safe thing to do next with an order at `now`. */
export function nextStepOf({ status, sells, seller, deadlineAt }: StepFacts, now: Date): NextStep {
  if (status === "unknown") return "ask-bank";
  if (status === "paying") return deadlineAt && deadlineAt <= now ? "ask-bank" : "wait";
  if (status !== "reserved") return "none";
  if (!sells) return "cancel";
  if (seller.channel === "web") return "wait";
  return seller.isOwn ? "resume" : "take-cash";
}

/** What decides what a device may do with an order: its state, the draw's rules and what the device knows of itself. */
export type ActionFacts = Pick<StepFacts, "status" | "sells"> & {
  hasBuyer: boolean;
  allowsAnonymousCash: boolean;
  allowsRefund: boolean;
  /** Whether money of it is on its way back. */
  isRefundOpen: boolean;
  maySell: boolean;
};

/** What a device may do with an order now. */
export function actionsOf(facts: ActionFacts): OrderAction[] {
  const { status, hasBuyer } = facts;
  if (!facts.maySell) return [];
  if (status === "reserved") {
    const mayTakeCash = facts.sells && (hasBuyer || facts.allowsAnonymousCash);
    return mayTakeCash ? ["cash", "cancel"] : ["cancel"];
  }
  if (status === "paying" || status === "unknown") return ["check"];
  if (status !== "finalized") return [];
  const mayRefund = facts.allowsRefund && !facts.isRefundOpen;
  return ["reprint", ...(hasBuyer ? (["resend"] as const) : []), ...(mayRefund ? (["refund"] as const) : [])];
}

/** What of a draw decides whether it sells. */
type SaleState = { draw: Draw; closedAt: Date | null; pools: ReadonlyMap<string, { cutOffAt: Date | null }> };

/** Whether a draw sells an order of these pools at `now`: approved, between its opening and its close, no pool cut off. */
export function sellsPools({ draw, closedAt, pools }: SaleState, poolIds: readonly string[], now: Date): boolean {
  const isOpen = draw.state.approval_state === "Approved" && isActive(scheduleOf(draw), closedAt, now);
  const isCutOff = (poolId: string) => {
    const cutOffAt = pools.get(poolId)?.cutOffAt;
    return Boolean(cutOffAt && cutOffAt <= now);
  };
  return isOpen && !poolIds.some(isCutOff);
}
