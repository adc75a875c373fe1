import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

import { AddOnList } from "@/components/order-form/add-on-list";
import { Attestations } from "@/components/order-form/attestations";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { CheckoutStep } from "@/components/order-form/checkout-step";
import { DetailsStep } from "@/components/order-form/details-step";
import { LocationShare } from "@/components/order-form/location-share";
import { TeamChoice } from "@/components/order-form/team-choice";
import { TicketStep } from "@/components/order-form/ticket-step";
import { useProblemText } from "@/components/order-form/use-problem-text";
import type { CheckoutPage } from "./checkout-page";
import { FoldedAddOn } from "./folded-add-on";
import { useKiosk } from "./kiosk";
import { useLate } from "./late-provider";

type ChoicesProps = { draw: CheckoutDraw; page: CheckoutPage };

/** The buyer's details, with what comes late to them. */
function Details({ draw, page: { control, purchase } }: ChoicesProps) {
  const late = useLate();
  const isShared = useKiosk() !== null;
  const errorOf = useProblemText(draw, control.problems);
  return (
    <>
      <DetailsStep
        draw={draw}
        control={control}
        errorOf={errorOf}
        emailHint={late ? <late.EmailHint control={control} /> : null}
      />
      {/* Its place is held: what a buyer taps next must not move when it comes. */}
      {isShared ? null : (
        <div className="remember-place">
          {late ? <late.RememberDetails control={control} phase={purchase.state.phase} /> : null}
        </div>
      )}
    </>
  );
}

/** What a new order is made from: its tickets, who may buy (`notice`), who buys, and what the law wants to be said. */
export function Choices({ draw, page, notice }: ChoicesProps & { notice: ReactNode }) {
  const t = useTranslations("checkout");
  const { control, live, sale } = page;
  const errorOf = useProblemText(draw, control.problems);
  return (
    <fieldset disabled={page.purchase.state.phase !== "editing"} className="contents">
      <legend className="sr-only">{t("heading")}</legend>
      <CheckoutStep id="checkout-tickets" number={1} title={t("stepTickets")}>
        <TicketStep draw={draw} control={control} sale={sale} error={errorOf("choice")} />
        <AddOnList draw={draw} control={control} sale={sale} live={live.pools} errorOf={errorOf} Box={FoldedAddOn} />
        <TeamChoice draw={draw} control={control} />
      </CheckoutStep>
      <CheckoutStep id="checkout-details" number={2} title={t("stepDetails")}>
        {notice}
        <Details draw={draw} page={page} />
        <LocationShare draw={draw} control={control} position={page.position} errorOf={errorOf} />
        <Attestations draw={draw} control={control} errorOf={errorOf} />
      </CheckoutStep>
    </fieldset>
  );
}

/** An order that Apple's sheet reserved and did not pay has no buyer yet: a card needs one. */
export function MissingBuyer({ draw, page }: ChoicesProps) {
  const t = useTranslations("checkout");
  const { purchase } = page;
  if (!purchase.state.order || purchase.state.order.buyer) return null;
  return (
    <fieldset disabled={purchase.state.phase !== "editing"} className="contents">
      <CheckoutStep id="checkout-details" number={2} title={t("stepDetails")}>
        <Details draw={draw} page={page} />
      </CheckoutStep>
    </fieldset>
  );
}
