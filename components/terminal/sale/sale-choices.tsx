import { useTranslations } from "next-intl";
import { useState } from "react";
import { AddOnBody } from "@/components/order-form/add-on-body";
import { AddOnList } from "@/components/order-form/add-on-list";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { mostOf } from "@/components/order-form/checkout-form";
import { useProblemText } from "@/components/order-form/field-problems";
import { detailProblems } from "@/components/order-form/form-problems";
import { LocationShare } from "@/components/order-form/location-share";
import { TeamChoice } from "@/components/order-form/team-choice";
import { chooseOffer } from "@/components/order-form/use-checkout-form";
import { useKeys } from "@/components/terminal/shell/use-keys";
import { focusId } from "@/components/ui/focus-id";
import { BuyerChip } from "./buyer-chip";
import { buyerNameOf, clearBuyer } from "./buyer-details";
import { BuyerPanel, buyerPanelId } from "./buyer-panel";
import { PackageTiles } from "./package-tiles";
import { SaleBar } from "./sale-bar";
import { keyedOffers } from "./sale-offers";
import type { SaleInput, SalePage } from "./use-sale-page";

type SaleChoicesProps = { input: SaleInput; page: SalePage };

const panelClass = "rounded-card border border-line bg-raised p-4 shadow-card sm:p-6";

/** What is chosen has the colour of words: red is that of the button that takes the money. */
const choiceClass = `${panelClass} [--own-ground:var(--color-ink)] [--own-ink:var(--color-surface)]`;

function Tickets({ draw, page }: { draw: CheckoutDraw; page: SalePage }) {
  const t = useTranslations("terminalSale");
  const { control, sale, live } = page;
  const errorOf = useProblemText(draw, control.problems);
  return (
    <section aria-labelledby="sale-tickets" className={choiceClass}>
      <h2 id="sale-tickets" tabIndex={-1} className="mb-4 text-xl">
        {t("tickets")}
      </h2>
      <PackageTiles draw={draw} control={control} sale={sale} error={errorOf("choice")} />
      <AddOnList
        draw={draw}
        control={control}
        sale={sale}
        live={live.pools}
        errorOf={errorOf}
        Box={AddOnBody}
        heading="h3"
      />
      <TeamChoice draw={draw} control={control} />
    </section>
  );
}

/** Where the tablet is, for a draw whose operators may not skip that check. */
function SalePlace({ draw, page: { control, position } }: { draw: CheckoutDraw; page: SalePage }) {
  const errorOf = useProblemText(draw, control.problems);
  if (!position.isWanted) return null;
  return (
    <div className={panelClass}>
      <LocationShare draw={draw} control={control} position={position} errorOf={errorOf} />
    </div>
  );
}

/** Keys of a keyboard beside the tablet: 1 to 6 choose a package, C takes cash. */
function useChoiceKeys(draw: CheckoutDraw, { control, sale, purchase, choose }: SalePage): void {
  useKeys((key) => {
    if (purchase.state.phase !== "choosing") return false;
    const offer = /^[1-9]$/.test(key) ? keyedOffers(draw)[Number(key) - 1] : undefined;
    if (offer && mostOf(draw, offer, sale) > 0) chooseOffer(control, offer.value);
    else if (key.toLowerCase() === "c") choose("cash");
    else return false;
    return true;
  });
}

/** The first step of a sale: tickets, who buys where that is asked, and how it will be paid. */
export function SaleChoices({ input, page }: SaleChoicesProps) {
  const { draw, allowsAnonymousCash } = input;
  const { control, purchase } = page;
  const [isWanted, setWanted] = useState(!allowsAnonymousCash);
  const isWrong = Object.keys(detailProblems(control.problems)).length > 0;
  const isOpen = isWanted || isWrong;
  const name = buyerNameOf(control.form);
  useChoiceKeys(draw, page);
  const toggle = () => {
    setWanted(!isOpen);
    if (!isOpen) focusId("checkout-name");
  };
  const clear = () => {
    clearBuyer(draw, control);
    setWanted(!allowsAnonymousCash);
    focusId("sale-buyer-chip");
  };
  const chip = (
    <BuyerChip
      name={name}
      form={{ id: buyerPanelId, isOpen, onToggle: toggle }}
      onClear={name === null ? undefined : clear}
    />
  );
  return (
    <fieldset disabled={purchase.state.phase !== "choosing"} className="contents">
      {/* One below the other these are all of one box, so that the bar sticks to the bottom of the window. */}
      <div className="flex flex-col gap-5 max-lg:grow lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start lg:gap-8">
        <div className="contents lg:grid lg:content-start lg:gap-5">
          <Tickets draw={draw} page={page} />
          <BuyerPanel input={input} page={page} isOpen={isOpen} onClose={() => setWanted(false)} />
        </div>
        <div className="contents lg:grid lg:content-start lg:gap-5 lg:self-stretch">
          <SalePlace draw={draw} page={page} />
          <SaleBar draw={draw} page={page} buyer={chip} />
        </div>
      </div>
    </fieldset>
  );
}
