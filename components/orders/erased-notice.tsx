import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import type { OrderView } from "@/lib/orders/rules";

/** Says that who bought an order was erased, and what stays of it; nothing for any other order. */
export function ErasedNotice({ order }: { order: Pick<OrderView, "isErased"> }) {
  const t = useTranslations("order");
  if (!order.isErased) return null;
  return (
    <Notice title={t("erased")}>
      <p>{t("erasedText")}</p>
    </Notice>
  );
}
