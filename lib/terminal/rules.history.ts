import type { AuditEntry } from "@/lib/orders/rules.audit";

function isOf(entry: AuditEntry, action: AuditEntry["action"], { detail }: AuditEntry): boolean {
  return entry.action === action && entry.detail.refundNumber === detail.refundNumber;
}

/**
 * An order's history as its operators read it: cash goes back by hand, so who asked for that made it, where a bank's
 * answer is nobody's doing.
 */
export function nameHands(history: AuditEntry[]): AuditEntry[] {
  if (!history.some(({ action }) => action === "cash-taken")) return history;
  return history.map((entry) => {
    const asked = entry.action === "refund-done" && history.find((other) => isOf(other, "refund-requested", entry));
    return asked ? { ...entry, actor: asked.actor, device: asked.device, operator: asked.operator } : entry;
  });
}
