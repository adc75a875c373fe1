import { useTranslations } from "next-intl";
import { readPersonOperator } from "@/lib/audit/rules";
import type { ConsoleOrder } from "@/lib/console/orders/rules.order";
import type { ChargeRefusal } from "@/lib/gateways/payment/port";
import { toDollars } from "@/lib/money";
import type { AuditEntry } from "@/lib/orders/rules.audit";
import type { RefundReason } from "@/lib/orders/rules.refunds";
import { requestReasons } from "@/lib/orders/rules.refunds";
import type { RefusalReason } from "@/lib/platform/http/reasons";
import { useOrderText } from "./use-order-text";

type BankReason = ChargeRefusal | RefundReason;

const buyerFields = ["name", "email", "phone"] as const;

export function useAuditText({ people }: Pick<ConsoleOrder, "people">) {
  const t = useTranslations("terminalOrders.history");
  const tOrders = useTranslations("console.orders");
  const reasons = useTranslations("reasons");
  const bankReasons = useTranslations("console.orders.bankReasons");
  const { dollars } = useOrderText();
  const findOperatorName = (operator: string | null) =>
    operator && (people[operator] ?? (readPersonOperator(operator) !== null ? tOrders("staff") : operator));
  // These reasons have texts for staff. The general texts address the buyer.
  const refusalText = (reason: string) => {
    if (bankReasons.has(reason as BankReason)) return bankReasons(reason as BankReason);
    return reasons.has(reason as RefusalReason) ? reasons(reason as RefusalReason) : reason;
  };
  const formatCents = (cents: unknown) => (typeof cents === "number" ? dollars(toDollars(cents)) : null);
  const findReasonText = ({ action, detail: { reason } }: AuditEntry) => {
    if (typeof reason !== "string") return null;
    const requestReason =
      action === "refund-requested" ? requestReasons.find((option) => option === reason) : undefined;
    return requestReason ? tOrders(`actions.refund.reasons.${requestReason}`) : refusalText(reason);
  };
  const listDetails = (entry: AuditEntry): string[] => {
    const { amountCents, givenCents, changeCents, fields, transactionId } = entry.detail;
    const corrected = buyerFields.filter((field) =>
      String(fields ?? "")
        .split(", ")
        .includes(field),
    );
    const given = formatCents(givenCents);
    return [
      formatCents(amountCents),
      given && t("cash", { given, change: formatCents(changeCents) ?? dollars(0) }),
      findReasonText(entry),
      corrected.map((field) => tOrders(`buyer.${field}`)).join(", "),
      typeof transactionId === "string" ? tOrders("money.transaction", { id: transactionId }) : null,
    ].filter((detail) => detail !== null && detail !== "") as string[];
  };
  return {
    findOperatorName,
    refusalText,
    listDetails,
    getActionText: ({ action }: AuditEntry) => t(`actions.${action}`),
    getActorText: ({ actor, device, operator }: AuditEntry) =>
      actor === "admin" && readPersonOperator(operator) !== null
        ? findOperatorName(operator)
        : [t(`actors.${actor}`), device, findOperatorName(operator)].filter(Boolean).join(" · "),
  };
}
