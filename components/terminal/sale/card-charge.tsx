import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { DetailsStep } from "@/components/order-form/buyer/details-step";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { listProblemFields, useProblemText } from "@/components/order-form/field-problems";
import { checkForm, pickDetailProblems, toFormProblems } from "@/components/order-form/form-problems";
import { toCardBilling, toOrderRequest } from "@/components/order-form/order-request";
import { useOrderFormatters } from "@/components/order-form/use-order-formatters";
import { CardSection } from "@/components/payment/card/card-section";
import type { CardForm } from "@/components/payment/card/use-card-fields";
import { useCardFields } from "@/components/payment/card/use-card-fields";
import { CashAdvance } from "@/components/payment/cash-advance";
import { Button } from "@/components/ui/button";
import { focusId } from "@/components/ui/focus-id";
import { Icon } from "@/components/ui/icon";
import { toCents } from "@/lib/money";
import type { OrderView } from "@/lib/orders/rules";
import type { SalePage } from "./use-sale-page";

type CardChargeProps = { draw: CheckoutDraw; page: SalePage; order: OrderView; scriptUrl: string };

/** The bank requires the payer, so an order without a buyer asks for one here. */
function MissingBuyer({ draw, page: { control } }: Pick<CardChargeProps, "draw" | "page">) {
  const t = useTranslations("terminalSale.card");
  const getError = useProblemText(draw, control.problems);
  return (
    <div className="grid gap-3">
      <p className="text-muted">{t("whoPays")}</p>
      <DetailsStep draw={draw} control={control} getError={getError} />
    </div>
  );
}

/** Clears a refused card, because the bank would decline it again. */
function useClearRefusedCard({ clear }: CardForm, refusalReason: string | null): void {
  useEffect(() => {
    if (refusalReason === "declined" || refusalReason?.startsWith("card-")) clear();
  }, [refusalReason, clear]);
}

function useCharge({ draw, page, order }: CardChargeProps, card: CardForm) {
  const { control, purchase, availability, block, language } = page;
  return () => {
    if (block === "unreachable" || block?.startsWith("device-") || purchase.state.phase !== "collecting") return;
    const problems = order.buyer ? {} : pickDetailProblems(checkForm(draw, control.form, availability));
    control.setProblems(problems);
    const invalidCardField = card.check();
    const [firstField] = listProblemFields(problems);
    if (firstField) return focusId(`checkout-${firstField}`);
    if (card.stage !== "ready") return card.load();
    if (invalidCardField) return card.focus(invalidCardField);
    const request = toOrderRequest(draw, control.form, language, availability);
    purchase.charge({
      request,
      tokenize: card.tokenize,
      billing: order.buyer ? null : toCardBilling(draw, control.form),
      onFieldProblems: (fields) => control.setProblems(toFormProblems(fields, request)),
    });
  };
}

export function CardCharge(props: CardChargeProps) {
  const { draw, page, order, scriptUrl } = props;
  const t = useTranslations("terminalSale.card");
  const tCheckout = useTranslations("checkout");
  const { money } = useOrderFormatters();
  const placeholders = { expiry: tCheckout("cardExpiryPlaceholder"), cvv: tCheckout("cardCodePlaceholder") };
  const card = useCardFields(scriptUrl, placeholders);
  const { phase, refusalReason } = page.purchase.state;
  const charge = useCharge(props, card);
  useClearRefusedCard(card, refusalReason);
  const { load } = card;
  useEffect(() => load(), [load]);
  const isBusy = phase !== "collecting";
  return (
    <div className="grid gap-5">
      {order.buyer ? null : <MissingBuyer draw={draw} page={page} />}
      <CardSection form={card} />
      <CashAdvance draw={draw} id="sale-cash-advance" />
      <Button
        size="large"
        className="tabular w-full"
        busy={isBusy}
        onClick={charge}
        aria-describedby={draw.mayBeCashAdvance ? "sale-cash-advance" : undefined}
      >
        {isBusy ? null : <Icon name="lock" />}
        <span>{isBusy ? t("charging") : t("charge", { amount: money(toCents(order.amount)) })}</span>
      </Button>
      <p role="status" className="text-center text-muted text-sm empty:sr-only">
        {phase === "charging" ? t("stay") : ""}
      </p>
    </div>
  );
}
