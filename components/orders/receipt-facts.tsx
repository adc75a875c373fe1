import { useTranslations } from "next-intl";

import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import type { OrderView } from "@/lib/orders/rules";
import type { Language } from "@/lib/platform/i18n/routing";
import { addressLineOf } from "@/lib/receipts/paper/rules";
import { Fact } from "./fact";

type ReceiptFactsProps = { order: OrderView; draw: PublicDraw; locale: Language; checkoutHost: string };

/** What makes a paid order a receipt: its validation number, where it was sold, and who is behind the draw. */
export function ReceiptFacts({ order, draw, locale, checkoutHost }: ReceiptFactsProps) {
  const t = useTranslations("receipt");
  const terminal = useTranslations("terminalReceipt");
  const provinces = useTranslations("checkout.provinces");
  const address = addressLineOf(draw);
  const place = localText(draw.drawLocation, locale).text;
  return (
    <>
      {order.validationNumber ? (
        <Fact name={t("validationNumber")}>
          <span translate="no" className="tabular">
            {order.validationNumber}
          </span>
        </Fact>
      ) : null}
      {order.soldBy ? (
        <Fact name={terminal("device")}>{order.soldBy}</Fact>
      ) : (
        <Fact name={t("soldOn")}>{t("online", { host: new URL(checkoutHost).host })}</Fact>
      )}
      <Fact name={t("jurisdiction")}>{provinces(draw.province)}</Fact>
      {address ? <Fact name={t("address")}>{address}</Fact> : null}
      {draw.supportEmail ? <Fact name={t("contact")}>{draw.supportEmail}</Fact> : null}
      {place ? <Fact name={t("place")}>{place}</Fact> : null}
      <Fact name={t("drawId")}>{draw.id}</Fact>
    </>
  );
}
