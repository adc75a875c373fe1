import type { WrittenEntry } from "@/lib/audit/rules";

export const auditActions = [
  "placed",
  "extended",
  "cancelled",
  "expired",
  "payment-sent",
  "payment-stated",
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
  "purchase-hidden",
  "note-added",
  "contact-shown",
  "details-corrected",
  "details-erased",
] as const;

export type AuditAction = (typeof auditActions)[number];

export type AuditEntry = WrittenEntry<AuditAction>;

/** `author` has the form of an entry's `operator`. */
export type OrderNote = { at: string; author: string | null; text: string };
