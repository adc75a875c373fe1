import type { AdminOrder } from "@/lib/admin/rules";
import type { Winner } from "@/lib/draws/prizes/rules.winners";
import type { LocalText } from "@/lib/local-text";
import type { AuditEntry, OrderNote } from "@/lib/orders/rules.audit";
import type { PaymentMethod } from "@/lib/orders/rules.payment";
import type { Language } from "@/lib/platform/i18n/routing";
import type { RefundableLine } from "@/lib/refunds/rules";
import type { Right } from "@/lib/rights";

export type ConsoleAction =
  | "note"
  | "contact"
  | "match-receipt"
  | "correct"
  | "resend"
  | "hide"
  | "cancel"
  | "refund"
  | "check"
  | "settle";

/** The page offers actions by these rights, and the rows of the calls name them too. */
export const rightsOfActions = {
  note: "orders",
  contact: "contacts",
  "match-receipt": "orders",
  correct: "correct",
  resend: "resend",
  hide: "orders",
  cancel: "orders",
  refund: "refunds",
  check: "settle",
  settle: "settle",
} as const satisfies Record<ConsoleAction, Right>;

/**
 * A valid ticket of the order that was drawn. `pool` is the title of the second draw, if it won in one. `amount` is the
 * prize of a 50/50 in dollars. A draw need not list its prizes.
 */
export type OrderWin = {
  poolId: string;
  ticketNumber: number;
  prizeType: Winner["prizeType"];
  pool: LocalText | null;
  amount: number | null;
  prize: LocalText | null;
};

/** The one safe next step: `wait` if the state ends by itself, `ask-refund` if only others may take it. */
export type ConsoleStep = "wait" | "check" | "correct" | "refund" | "ask-refund" | "none";

/** `people` has the names of those whom notes and history name as `person:ID`. */
export type ConsoleOrder = AdminOrder & {
  parentId: string;
  title: string;
  /** `pools` has titles by pool, of those that the order has tickets in. */
  draw: { title: LocalText; pools: Record<string, LocalText> };
  timeZone: string;
  locale: Language;
  teamId: string | null;
  device: string | null;
  operator: string | null;
  method: PaymentMethod | null;
  card: { type: string; lastFour: string } | null;
  isHidden: boolean;
  isPartlyRefunded: boolean;
  /** In dollars. Surplus money that was returned is left out, because it was never part of the order's amount. */
  refunded: number;
  notes: OrderNote[];
  history: AuditEntry[];
  people: Record<string, string>;
  refundable: RefundableLine[];
  /** In dollars: captured money that was given no numbers and whose refund was declined. */
  unreturned: number | null;
  /** In dollars, what the person may still refund today. Null if they have no limit or may not refund. */
  refundAllowance: number | null;
  wins: OrderWin[];
  actions: ConsoleAction[];
  nextStep: ConsoleStep;
};

export type ContactDetails = { name: string; email: string; phone: string | null };

type ActionableOrder = Pick<ConsoleOrder, "status" | "attempts" | "refunds" | "mails" | "isHidden" | "finalizedAt"> & {
  hasBuyer: boolean;
  hasValidationNumber: boolean;
  isRefundable: boolean;
};

const isInProgress = ({ state }: { state: string }) => state === "pending" || state === "sent" || state === "unknown";

export function listActions(order: ActionableOrder, allowedActions: Record<ConsoleAction, boolean>): ConsoleAction[] {
  const { status, hasBuyer, isHidden, finalizedAt } = order;
  const isPaid = status === "finalized" || status === "refunded";
  const isOpen = order.attempts.some(({ state }) => state === "sent" || state === "unknown");
  const possibleActions: Record<ConsoleAction, boolean> = {
    note: true,
    contact: hasBuyer,
    "match-receipt": status === "finalized" && order.hasValidationNumber,
    correct: isPaid && hasBuyer,
    resend: status === "finalized" && hasBuyer,
    hide: finalizedAt !== null && !isHidden,
    cancel: status === "reserved",
    refund: order.isRefundable && !order.refunds.some(isInProgress),
    check: isOpen,
    settle: isOpen || order.attempts.some(({ state }) => state === "missing"),
  };
  return (Object.keys(possibleActions) as ConsoleAction[]).filter(
    (action) => possibleActions[action] && allowedActions[action],
  );
}

export function chooseNextStep(order: ActionableOrder, actions: readonly ConsoleAction[]): ConsoleStep {
  const { status, refunds, mails } = order;
  if (status === "unknown" && actions.includes("check")) return "check";
  if (status === "reserved" || status === "paying" || status === "unknown" || refunds.some(isInProgress)) return "wait";
  if (refunds.at(-1)?.state === "refused" && actions.includes("refund")) return "refund";
  const isBounced = mails.at(-1)?.state === "failed";
  if (isBounced && actions.includes("correct")) return "correct";
  return refunds.at(-1)?.state === "refused" && order.isRefundable ? "ask-refund" : "none";
}
