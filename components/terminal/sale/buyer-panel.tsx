import { useTranslations } from "next-intl";

import { DetailsStep } from "@/components/order-form/details-step";
import { useProblemText } from "@/components/order-form/field-problems";
import { Button } from "@/components/ui/button";
import { focusId } from "@/components/ui/focus-id";
import type { SaleInput, SalePage } from "./use-sale-page";

/** The panel that the chip opens, by its id. */
export const buyerPanelId = "sale-buyer";

type BuyerPanelProps = {
  input: Pick<SaleInput, "draw" | "allowsAnonymousCash">;
  page: Pick<SalePage, "control">;
  isOpen: boolean;
  onClose: () => void;
};

/** Who buys, where the chip asks for it. What was typed stays in the form while the panel is closed. */
export function BuyerPanel({ input: { draw, allowsAnonymousCash }, page, isOpen, onClose }: BuyerPanelProps) {
  const t = useTranslations("terminalSale");
  const { control } = page;
  const errorOf = useProblemText(draw, control.problems);
  return (
    <section
      id={buyerPanelId}
      hidden={!isOpen}
      aria-labelledby="sale-buyer-title"
      className="grid gap-4 rounded-card border border-line bg-raised p-4 shadow-card sm:p-6"
    >
      <div>
        <h2 id="sale-buyer-title" className="text-xl">
          {t("buyer")}
        </h2>
        <p className="text-muted text-sm">{t(allowsAnonymousCash ? "buyerWhy" : "buyerNeeded")}</p>
      </div>
      <DetailsStep draw={draw} control={control} errorOf={errorOf} />
      <Button
        variant="secondary"
        onClick={() => {
          onClose();
          focusId("sale-buyer-chip");
        }}
      >
        {t("buyerDone")}
      </Button>
    </section>
  );
}
