import { useTranslations } from "next-intl";
import type { ConsoleOrder } from "@/lib/console/orders/rules.order";
import { toDollars } from "@/lib/money";
import type { AuditEntry } from "@/lib/orders/rules.audit";
import { requestReasons } from "@/lib/orders/rules.refunds";
import type { RefusalReason } from "@/lib/platform/http/reasons";
import { useOrderWords } from "./use-order-words";

const buyerFields = ["name", "email", "phone"] as const;

/** Tells what was done to an order, by whom, and its details. */
export function useEntryWords({ people }: Pick<ConsoleOrder, "people">) {
  const t = useTranslations("terminalOrders.history");
  const words = useTranslations("console.orders");
  const reasons = useTranslations("reasons");
  const { dollars } = useOrderWords();
  const nameOf = (operator: string | null) => operator && (people[operator] ?? operator);
  const refusalWords = (reason: string) =>
    reasons.has(reason as RefusalReason) ? reasons(reason as RefusalReason) : reason;
  const centsOf = (cents: unknown) => (typeof cents === "number" ? dollars(toDollars(cents)) : null);
  const reasonOf = ({ action, detail: { reason } }: AuditEntry) => {
    if (typeof reason !== "string") return null;
    const asked = action === "refund-requested" ? requestReasons.find((one) => one === reason) : undefined;
    return asked ? words(`actions.refund.reasons.${asked}`) : refusalWords(reason);
  };
  const detailsOf = (entry: AuditEntry): string[] => {
    const { amountCents, givenCents, changeCents, fields, transactionId } = entry.detail;
    const corrected = buyerFields.filter((field) =>
      String(fields ?? "")
        .split(", ")
        .includes(field),
    );
    const given = centsOf(givenCents);
    return [
      centsOf(amountCents),
      given && t("cash", { given, change: centsOf(changeCents) ?? dollars(0) }),
      reasonOf(entry),
      corrected.map((field) => words(`buyer.${field}`)).join(", "),
      typeof transactionId === "string" ? words("money.transaction", { id: transactionId }) : null,
    ].filter((detail) => detail !== null && detail !== "") as string[];
  };
  return {
    nameOf,
    refusalWords,
    detailsOf,
    actionOf: ({ action }: AuditEntry) => t(`actions.${action}`),
    actorOf: ({ actor, device, operator }: AuditEntry) =>
      [t(`actors.${actor}`), device, nameOf(operator)].filter(Boolean).join(" · "),
  };
}
