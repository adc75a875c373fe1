import { allowsCash, getSchedule, isActive } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";
import type { OrderStatus, OrderView } from "@/lib/orders/rules";
import { isBeingPaid } from "@/lib/orders/rules";
import type { AuditEntry } from "@/lib/orders/rules.audit";
import type { MaskedBuyer } from "@/lib/orders/rules.identity";
import type { LastPaymentView, PaymentMethod } from "@/lib/orders/rules.payment";
import type { RefusalReason } from "@/lib/platform/http/reasons";
import type { RefundableLine } from "@/lib/refunds/rules";

/** `device` is a name. On the web, it and `operator` are null. */
export type SellerView = { channel: "web" | "device"; device: string | null; operator: string | null; isOwn: boolean };

/** The one safe next step. `wait` if the state ends by itself. */
export type NextStep = "resume" | "take-cash" | "ask-bank" | "cancel" | "complete-device" | "wait" | "none";

export type OrderAction = "cash" | "cancel" | "check" | "reprint" | "resend" | "refund";

/** `amount` is in dollars, times are in ISO 8601. `maskedPhone` has four digits. Web buyers have an empty name. */
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
  buyer: MaskedBuyer | null;
  seller: SellerView;
  method: PaymentMethod | null;
  isPartlyRefunded: boolean;
  lastPayment: LastPaymentView["state"] | null;
  /** The bank's answer to the open payment is due by then. */
  answerBy: string | null;
  nextStep: NextStep;
  isTest: boolean;
};

export type TerminalOrderPage = { orders: TerminalOrderRow[]; nextCursor: string | null; listsOthers: boolean };

export type AttemptView = {
  sentAt: string;
  method: PaymentMethod | null;
  state: LastPaymentView["state"];
  amount: number;
  /** The bank's next lookup. Null if none is planned. */
  askAt: string | null;
};

export type TerminalOrder = OrderView & {
  seller: SellerView;
  attempts: AttemptView[];
  history: AuditEntry[];
  hasOwnCash: boolean;
  reprints: number;
  nextStep: NextStep;
  actions: OrderAction[];
  /** The reason why this device may not refund. Null if it may, or if nothing is left to refund. */
  noRefund: RefusalReason | null;
  /** Lines that are neither void nor winning. */
  refundable: RefundableLine[];
};

export function findSeller(
  { deviceId, device, operator }: { deviceId: string | null; device: string | null; operator: string | null },
  viewer: { deviceId: string },
): SellerView {
  if (deviceId === null) return { channel: "web", device: null, operator: null, isOwn: false };
  return { channel: "device", device, operator, isOwn: viewer.deviceId === deviceId };
}

/** A web buyer isn't at the counter, so tablets don't show the name. */
export function buyerAtTerminal<Buyer extends { name: string }>(buyer: Buyer | null, seller: SellerView): Buyer | null {
  return buyer && seller.channel === "web" ? { ...buyer, name: "" } : buyer;
}

export type StepInput = {
  status: OrderStatus;
  sells: boolean;
  seller: Pick<SellerView, "channel" | "isOwn">;
  /** The bank's answer to the open payment is due by then. Null if none is open. */
  deadlineAt: Date | null;
  maySell: boolean;
} & CashOptions;

type CashOptions = { hasBuyer: boolean; allowsCash: boolean; allowsAnonymousCash: boolean };

export function getCashOptions(draw: Pick<Draw, "terminal">, hasBuyer: boolean): CashOptions {
  return { hasBuyer, allowsCash: allowsCash(draw), allowsAnonymousCash: draw.terminal.allowAnonymousCash };
}

function takesCash({ hasBuyer, allowsCash, allowsAnonymousCash }: CashOptions): boolean {
  return allowsCash && (hasBuyer || allowsAnonymousCash);
}

/** The same on every device. The operator who resumes a sale can still ask for the buyer. */
function chooseStep({ status, sells, seller, deadlineAt, ...cash }: StepInput, now: Date): NextStep {
  if (status === "unknown") return "ask-bank";
  if (status === "paying") return deadlineAt && deadlineAt <= now ? "ask-bank" : "wait";
  if (status !== "reserved") return "none";
  if (!sells) return "cancel";
  if (seller.isOwn) return "resume";
  return seller.channel === "device" && takesCash(cash) ? "take-cash" : "wait";
}

export function chooseNextStep(facts: StepInput, now: Date): NextStep {
  const step = chooseStep(facts, now);
  return facts.maySell || step === "wait" || step === "none" ? step : "complete-device";
}

export type ActionInput = Omit<StepInput, "seller" | "deadlineAt"> & {
  noRefund: RefusalReason | null;
  /** Money is left to refund, and no refund is under way. */
  isRefundable: boolean;
  /** Nothing is left to identify the person who asks for the receipt. */
  isErased: boolean;
};

export function listActions(facts: ActionInput): OrderAction[] {
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

export function sellsPools({ draw, closedAt, pools }: SaleState, poolIds: readonly string[], now: Date): boolean {
  const isOpen = draw.state.approval_state === "Approved" && isActive(getSchedule(draw), closedAt, now);
  const isCutOff = (poolId: string) => {
    const cutOffAt = pools.get(poolId)?.cutOffAt;
    return Boolean(cutOffAt && cutOffAt <= now);
  };
  return isOpen && !poolIds.some(isCutOff);
}
