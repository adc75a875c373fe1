import type { RefObject } from "react";

import { useLive } from "@/components/draws/live-provider";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { toCardBilling, toOrderRequest, totalCents } from "@/components/order-form/checkout-form";
import {
  checkForm,
  choiceProblems,
  detailProblems,
  problemFields,
  problemsFromServer,
} from "@/components/order-form/form-problems";
import type { FormControl } from "@/components/order-form/use-checkout-form";
import { useCheckoutForm } from "@/components/order-form/use-checkout-form";
import type { PositionControl } from "@/components/order-form/use-position";
import { usePosition, useRefusedPosition } from "@/components/order-form/use-position";
import { useSaleMoment } from "@/components/order-form/use-sale-moment";
import type { ApplePurchase } from "@/components/payment/apple-pay/apple-pay-purchase";
import type { ApplePay } from "@/components/payment/apple-pay/use-apple-pay";
import { useApplePay } from "@/components/payment/apple-pay/use-apple-pay";
import type { CardFieldType } from "@/components/payment/card/custom-checkout";
import type { CardForm } from "@/components/payment/card/use-card-fields";
import { useCardFields } from "@/components/payment/card/use-card-fields";
import type { CheckoutState } from "@/components/payment/checkout-machine";
import type { Purchase } from "@/components/payment/purchase";
import { loadServerCalls } from "@/components/payment/server-calls";
import { focusId } from "@/components/ui/focus-id";
import type { LiveState } from "@/lib/draws/rules.projection";
import type { ApplePayOffer } from "@/lib/gateways/apple-pay/rules";
import type { ContactProblem } from "@/lib/gateways/apple-pay/rules.contacts";
import type { PricedItem } from "@/lib/gateways/apple-pay/rules.sheet";
import { sheetRequest } from "@/lib/gateways/apple-pay/rules.sheet";
import { toCents } from "@/lib/money";
import type { SaleMoment } from "@/lib/orders/rules.lines";
import type { Language } from "@/lib/platform/i18n/routing";
import { useKiosk } from "./kiosk";
import { prepareCalls, useAttention, useIdleLoad } from "./use-attention";
import type { CheckoutControl } from "./use-checkout";
import { useCheckout } from "./use-checkout";

/** What the checkout is given by its page. */
export type CheckoutInput = {
  draw: CheckoutDraw;
  locale: Language;
  scriptUrl: string;
  applePay: ApplePayOffer | null;
  placeholders: Partial<Record<CardFieldType, string>>;
};

/** What Apple's sheet shows: lines, their sum in cents, and what is wrong with a contact in the buyer's language. */
export type SheetWords = { items: PricedItem[]; cents: number; textOf: (problem: ContactProblem) => string };

/** The whole checkout as its view draws it. */
export type CheckoutPage = {
  control: FormControl;
  /** The browser's position, where the draw needs it. */
  position: PositionControl;
  card: CardForm;
  purchase: CheckoutControl;
  live: LiveState;
  /** What the form is priced by. */
  sale: SaleMoment;
  /** Nothing can be bought now; a held order of a draw without free tickets can still be paid. */
  isClosed: boolean;
  submit: () => void;
  /** Null where Apple Pay does not work, undefined until that is known. */
  applePay: ApplePay | null | undefined;
  /** To be called by the click itself. */
  payByApple: (words: SheetWords) => void;
};

function isSaleClosed(live: LiveState, { order }: CheckoutState): boolean {
  if (live.salesOpen) return false;
  return order === null || (live.reason !== "sold-out" && live.reason !== "all-held");
}

/** Runs the checkout of a draw: its form, its card fields, its purchase, and what the live state says about sales. */
export function useCheckoutPage(input: CheckoutInput, element: RefObject<HTMLFormElement | null>): CheckoutPage {
  const { draw, locale, scriptUrl, placeholders } = input;
  const live = useLive();
  const sale = useSaleMoment(draw.catalogue, live);
  const control = useCheckoutForm(draw, element, { isShared: useKiosk() !== null });
  const position = usePosition(draw.asksPosition.online);
  const card = useCardFields(scriptUrl, placeholders);
  const purchase = useCheckout(draw.id, locale);
  const applePay = useApplePay(input.applePay);
  const { state, dispatch } = purchase;
  const { form, setProblems } = control;
  const { order } = state;
  const isClosed = isSaleClosed(live, state);
  useAttention(state, card.clear, control.problems);
  useRefusedPosition(state.trouble?.reason, position.forget);
  useIdleLoad(card.load, !isClosed);
  useIdleLoad(prepareCalls, !isClosed);

  const submit = () => {
    if (isClosed || state.phase !== "editing") return;
    const found = order?.buyer ? {} : { ...checkForm(draw, form, sale), ...position.check() };
    const problems = order ? detailProblems(found) : found;
    setProblems(problems);
    const badCardField = card.check();
    const [first] = problemFields(problems);
    if (first) return focusId(`checkout-${first}`);
    if (card.stage !== "ready") {
      card.load();
      return focusId("checkout-payment");
    }
    if (badCardField) return card.focus(badCardField);
    const request = position.addTo(toOrderRequest(draw, form, locale, sale));
    const shownCents = order ? toCents(order.amount) : totalCents(draw, form, sale);
    const billing = order && !order.buyer ? toCardBilling(draw, form) : null;
    const onFieldProblems: Purchase["onFieldProblems"] = (fields) => setProblems(problemsFromServer(fields, request));
    purchase.lock(async () => {
      dispatch({ type: "submitted", method: "card" });
      const { runPurchase } = await loadServerCalls();
      const { tokenize } = card;
      await runPurchase({ drawId: draw.id, order, request, shownCents, tokenize, billing, onFieldProblems, dispatch });
    });
  };

  const payByApple = ({ items, cents, textOf }: SheetWords) => {
    if (!applePay || isClosed || state.phase !== "editing") return;
    const problems = order ? {} : { ...choiceProblems(checkForm(draw, form, sale)), ...position.check() };
    setProblems(problems);
    const [first] = problemFields(problems);
    if (first) return focusId(`checkout-${first}`);
    // Who buys is told by the sheet.
    const { buyer: _buyer, ...request } = position.addTo(toOrderRequest(draw, form, locale, sale));
    const total = { label: applePay.offer.displayName, cents };
    const content = { request: sheetRequest(total, items), provinces: draw.provinces, textOf };
    const onFieldProblems: ApplePurchase["onFieldProblems"] = (fields) =>
      setProblems(problemsFromServer(fields, request));
    // Within the click: Apple's sheet opens nowhere else.
    purchase.lock(async () => {
      dispatch({ type: "submitted", method: "apple-pay" });
      await applePay.run({ content, drawId: draw.id, order, request, shownCents: cents, dispatch, onFieldProblems });
    });
  };

  return { control, position, card, purchase, live, sale, isClosed, submit, applePay, payByApple };
}
