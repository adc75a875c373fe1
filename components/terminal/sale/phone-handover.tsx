import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import { QrCode } from "@/components/ui/qr-code";
import type { OrderView } from "@/lib/orders/rules";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";

type PhoneHandoverProps = {
  order: OrderView;
  /** Language of the buyer's page. */
  language: Language;
  checkoutHost: string;
  /** The last look at the order reached the server. */
  isReached: boolean;
};

/**
 * The address that hands an order over: the order stands in the fragment, which no server ever sees (docs/design.md,
 * Hand-over links).
 */
function handoverAddress({ instanceId, orderId }: OrderView, language: Language, checkoutHost: string): string {
  return `${checkoutHost}${localizedPath(language, `/${instanceId}`)}#order=${orderId}`;
}

/** "Pay on your phone": the code to scan, and in words what the buyer is doing. */
export function PhoneHandover({ order, language, checkoutHost, isReached }: PhoneHandoverProps) {
  const t = useTranslations("terminalSale.phone");
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <QrCode
        text={handoverAddress(order, language, checkoutHost)}
        label={t("code", { code: order.orderCode })}
        className="w-full max-w-72 rounded-control border border-line"
      />
      <p className="max-w-md font-medium text-lg">{t("scan")}</p>
      <div role="status" className="w-full">
        {isReached ? (
          <p className="flex items-center justify-center gap-2.5 text-muted">
            <span aria-hidden="true" className="size-2.5 animate-pulse-dot rounded-full bg-positive" />
            {t("waiting")}
          </p>
        ) : (
          <Notice tone="warning">
            <p>{t("notReached")}</p>
          </Notice>
        )}
      </div>
    </div>
  );
}
