import { getTranslations } from "next-intl/server";
import { groundStyleOf } from "@/components/draws/ground-style";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { scheduleOf } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import type { OrderView } from "@/lib/orders/rules";
import { areNumbersNamed } from "@/lib/orders/rules.pool-numbers";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { ShareButton } from "./share-button";

type TicketStepsProps = { order: OrderView; draw: PublicDraw; locale: Language };

/** Side by side, each with its sign above its words. */
const actionsClass = "grid grid-cols-[repeat(auto-fit,minmax(min(100%,6rem),1fr))] gap-2 empty:hidden sm:gap-3";
const actionClass = "flex-col justify-start gap-1 px-1.5 text-sm";

/**
 * What a buyer does with tickets: pass the draw on, note the date, buy more. Nothing here names the order. The first of
 * them has the colour of the ticket.
 */
export async function TicketSteps({ order, draw, locale }: TicketStepsProps) {
  const [t, share] = await Promise.all([getTranslations("order"), getTranslations("share")]);
  const path = localizedPath(locale, `/${draw.id}`);
  const isToCome = scheduleOf(draw).drawsAt > new Date();
  return (
    <>
      <div className="grid" style={groundStyleOf(draw)}>
        <ShareButton
          path={path}
          title={localText(draw.title, locale).text}
          posterPath={`${path}/poster`}
          icon={<Icon name="share" />}
          words={share(areNumbersNamed(order) ? "shareSeveral" : "share")}
        />
      </div>
      <div className={actionsClass}>
        {isToCome ? (
          <a href={`${path}/draw.ics`} className={`${buttonClass("secondary")} ${actionClass}`}>
            <Icon name="calendar" />
            {t("calendar")}
          </a>
        ) : null}
        {draw.salesOpen ? (
          <a href={`${path}#checkout`} className={`${buttonClass("secondary")} ${actionClass}`}>
            <Icon name="ticket" />
            {t("buyMore")}
          </a>
        ) : null}
      </div>
    </>
  );
}
