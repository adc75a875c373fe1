import { useTranslations } from "next-intl";
import type { CSSProperties, ReactNode } from "react";
import type { OrderState } from "@/components/payment/order-state";
import { Icon } from "@/components/ui/icon";
import type { IconName } from "@/components/ui/icon-names";
import { Confetti } from "./confetti";

type OrderHeadProps = {
  state: OrderState;
  id: string;
  isFestive: boolean;
  orderId?: string;
  level?: "h1" | "h2";
  colors?: CSSProperties;
  about?: ReactNode;
  picture?: ReactNode;
  receiptTo?: string;
};

type HeadTone = "good" | "open" | "plain";

const stateStyles: Record<OrderState, { icon: IconName; tone: HeadTone }> = {
  confirmed: { icon: "check", tone: "good" },
  finalized: { icon: "check", tone: "good" },
  partly: { icon: "check", tone: "good" },
  asking: { icon: "bank", tone: "open" },
  reserved: { icon: "clock", tone: "plain" },
  declined: { icon: "alert", tone: "open" },
  missing: { icon: "clock", tone: "open" },
  expired: { icon: "clock", tone: "plain" },
  lapsed: { icon: "clock", tone: "plain" },
  cancelled: { icon: "x", tone: "plain" },
  refunded: { icon: "refresh", tone: "plain" },
  returning: { icon: "refresh", tone: "open" },
  returned: { icon: "refresh", tone: "plain" },
  stuck: { icon: "alert", tone: "open" },
};

const longTitleLength = 16;

export const festiveStates: ReadonlySet<OrderState> = new Set(["confirmed", "finalized"]);

const toneStyles: Record<HeadTone, string> = {
  good: "on-brand-area bg-brand text-on-brand",
  open: "bg-warning-soft text-ink",
  plain: "bg-sunken text-ink dark:bg-line",
};

const newsClass = "px-5 pt-3.5 pb-5 sm:px-8 sm:pt-5 sm:pb-6 print:p-0 print:pb-2";

const bodyClass =
  "ticket-body overflow-hidden rounded-t-card print:overflow-visible print:[mask:none] print:bg-transparent " +
  "print:text-black";

const markClass = "grid size-9 shrink-0 place-items-center rounded-full sm:size-11 print:hidden";

export function OrderHead({ state, id, isFestive, orderId, level: Heading = "h1", colors, ...rest }: OrderHeadProps) {
  const t = useTranslations("order");
  const { about, picture, receiptTo } = rest;
  const { icon, tone } = stateStyles[state];
  const isGood = tone === "good";
  const title = t(`states.${state}.title`);
  const motion = state === "asking" ? "animate-pulse-dot" : "";
  const size = isGood && title.length > longTitleLength ? "text-[clamp(1.25rem,6vw,1.875rem)]" : "text-3xl";
  return (
    <div style={colors} className={`${bodyClass} ${toneStyles[tone]}`}>
      {isGood && isFestive ? <Confetti orderId={orderId} /> : null}
      {picture}
      <div className={festiveStates.has(state) ? `${newsClass} rays` : newsClass}>
        {about}
        <div role="status">
          <div className="flex items-center gap-2.5 sm:gap-3">
            <span className={`${markClass} ${isGood ? "bg-on-brand text-brand" : "bg-raised text-ink"} ${motion}`}>
              <Icon name={icon} className="size-6" />
            </span>
            <Heading id={id} tabIndex={-1} className={`min-w-0 leading-tight sm:text-4xl print:text-2xl ${size}`}>
              {title}
            </Heading>
          </div>
          <p className="mt-2 max-w-prose text-balance sm:text-[1.0625rem] print:mt-1 print:text-base">
            {t(`states.${state}.text`)}
          </p>
          {receiptTo ? (
            <p className="mt-1 max-w-prose text-balance text-sm sm:text-base print:hidden">
              {t("receiptSent", { email: receiptTo })}
            </p>
          ) : null}
        </div>
      </div>
    </div>
  );
}
