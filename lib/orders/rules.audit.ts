/** The closed list of what is written down about an order. */
export const auditActions = [
  "placed",
  "extended",
  "cancelled",
  "expired",
  "payment-sent",
  "payment-approved",
  "payment-declined",
  "payment-missing",
  "payment-surplus",
  "cash-taken",
  "bank-asked",
  "refund-requested",
  "refund-done",
  "refund-refused",
  "receipt-resent",
  "receipt-printed",
  "receipt-reprinted",
] as const;

/** One of `auditActions`. */
export type AuditAction = (typeof auditActions)[number];

/** Who did it; `system` is a job or what a gateway answered. Device and operator are null for anybody but a device. */
export type AuditActor = {
  kind: "buyer" | "device" | "admin" | "system";
  deviceId: string | null;
  operator: string | null;
};

/** What nobody asked for: a job, or an answer. */
export const systemActor: AuditActor = { kind: "system", deviceId: null, operator: null };

/** What else is worth knowing of an action: amounts in cents, counts, gateway order numbers; nothing of the buyer. */
export type AuditDetail = Record<string, string | number | boolean | null>;

/** One action as it is shown: `at` in ISO, `device` by its short name, never its id. */
export type AuditEntry = {
  action: AuditAction;
  at: string;
  actor: AuditActor["kind"];
  device: string | null;
  operator: string | null;
  detail: AuditDetail;
};
