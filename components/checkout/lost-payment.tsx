import { useLocale, useTranslations } from "next-intl";
import { useEffect } from "react";
import { usePageTime } from "@/components/draws/use-page-time";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { OrderView } from "@/lib/orders/rules";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { useKiosk } from "./kiosk-context";

type LostPaymentProps = {
  order: OrderView;
  /** In ms since the epoch. */
  sentAt: number | null;
  isReached: boolean;
  onCheckNow: () => void;
};

export function LostPayment({ order, sentAt, isReached, onCheckNow }: LostPaymentProps) {
  const t = useTranslations("checkout");
  const formatTime = usePageTime("clock");
  const isShared = useKiosk() !== null;
  useDocumentTitle(t("lostTitle"));
  return (
    <Notice tone="warning" title={t("lostTitle")} className="mb-4">
      <p>{t("lostText")}</p>
      <p className="tabular font-medium">
        {sentAt === null
          ? t("lostCode", { code: order.orderCode })
          : t("lostSince", { code: order.orderCode, time: formatTime(new Date(sentAt)).replaceAll(/\s/g, "\u00a0") })}
      </p>
      <p>
        {isShared ? null : (
          <span>
            <OrderPageLink order={order} />
          </span>
        )}{" "}
        {order.buyer ? <span>{t("lostMail", { email: order.buyer.maskedEmail })}</span> : null}
      </p>
      {isReached ? null : <p className="font-semibold">{t("lostContact")}</p>}
      <Button variant="secondary" onClick={onCheckNow}>
        {t("checkNow")}
      </Button>
    </Notice>
  );
}

function OrderPageLink({ order }: Pick<LostPaymentProps, "order">) {
  const t = useTranslations("checkout");
  const locale = useLocale() as Language;
  const orderHref = localizedPath(locale, `/order/${order.instanceId}/${order.orderId}`);
  return t.rich("lostClose", {
    link: (chunks) => (
      <a href={orderHref} className="font-semibold underline underline-offset-4">
        {chunks}
      </a>
    ),
  });
}

function useDocumentTitle(title: string): void {
  useEffect(() => {
    const previousTitle = document.title;
    document.title = title;
    return () => {
      document.title = previousTitle;
    };
  }, [title]);
}
