import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import type { OrderView } from "@/lib/orders/rules";

/** Says what of an order was erased: who bought it or, where nobody tried to pay, its details; nothing for others. */
export function ErasedNotice({ order }: { order: Pick<OrderView, "isErased" | "lines"> }) {
  const t = useTranslations("order");
  if (!order.isErased) return null;
  const isStub = order.lines.length === 0;
  return (
    <Notice title={t(isStub ? "shrunk" : "erased")}>
      <p>{t(isStub ? "shrunkText" : "erasedText")}</p>
    </Notice>
  );
}
