import { useLocale, useTranslations } from "next-intl";
import { DrawText } from "@/components/draws/draw-text";
import { Button } from "@/components/ui/button";
import { focusId } from "@/components/ui/focus-id";
import { Notice } from "@/components/ui/notice";
import type { ConsoleOrder, OrderWin } from "@/lib/console/orders/rules.order";
import { localText } from "@/lib/local-text";
import { formatTicketNumber } from "@/lib/orders/rules.pools";
import { contactStatusId } from "./buyer-card";
import { ReceiptForm } from "./receipt-form";
import type { Contact } from "./use-contact";
import { useOrderText } from "./use-order-text";

type WinNoticeProps = { order: ConsoleOrder; contact: Contact };

/** Says what the order won, where it was sold, how to reach the buyer, and checks the holder's receipt. */
export function WinNotice({ order, contact }: WinNoticeProps) {
  const t = useTranslations("console.orders");
  const getTitle = useWinTitle();
  const locale = useLocale();
  const { wins, actions, device, operator, buyer } = order;
  const sold = device && (operator ? t("wins.soldBy", { device, operator }) : t("wins.soldAt", { device }));
  const show = async () => {
    await contact.show();
    focusId(contactStatusId);
  };
  return (
    <Notice tone="positive" icon="trophy" title={<WinTitles titles={wins.map(getTitle)} />}>
      {wins.map(({ poolId, prizeType, ticketNumber, amount, prize }) =>
        amount !== null && prize ? (
          <p key={`${poolId} ${prizeType} ${ticketNumber}`}>
            <DrawText text={prize} locale={locale} />
          </p>
        ) : null,
      )}
      <p>{[sold, buyer ? null : t("wins.bringReceipt"), t("wins.kept")].filter(Boolean).join(" ")}</p>
      {actions.includes("contact") && !contact.details ? (
        <Button busy={contact.isBusy} onClick={show} className="justify-self-start">
          {t("buyer.show")}
        </Button>
      ) : null}
      {actions.includes("match-receipt") ? <ReceiptForm order={order} /> : null}
    </Notice>
  );
}

function WinTitles({ titles }: { titles: readonly string[] }) {
  return titles.map((title) => (
    <span key={title} className="block">
      {title}
    </span>
  ));
}

function useWinTitle(): (win: OrderWin) => string {
  const t = useTranslations("console.orders.wins");
  const locale = useLocale();
  const { dollars } = useOrderText();
  return ({ ticketNumber, prizeType, pool, amount, prize }) => {
    const number = formatTicketNumber(ticketNumber);
    const name = t(`prizeTypes.${prizeType}`);
    const prizeName = pool ? t("inDraw", { prizeType: name, draw: localText(pool, locale).text }) : name;
    const won = amount === null ? prize && localText(prize, locale).text : dollars(amount);
    return won
      ? t("won", { number, prizeType: prizeName, prize: won })
      : t("unnamed", { number, prizeType: prizeName });
  };
}
