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
