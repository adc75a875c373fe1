import type { RefObject } from "react";
import { useEffect, useLayoutEffect, useRef } from "react";

import { useLive, useLiveRefresh } from "@/components/draws/live-provider";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { toCardBilling, toOrderRequest, totalCents } from "@/components/order-form/checkout-form";
import type { FormProblems } from "@/components/order-form/form-problems";
import {
  checkForm,
  choiceProblems,
  detailProblems,
  problemPlaces,
  problemsFromServer,
} from "@/components/order-form/form-problems";
import type { FormControl } from "@/components/order-form/use-checkout-form";
import { useCheckoutForm } from "@/components/order-form/use-checkout-form";
import { useSaleMoment } from "@/components/order-form/use-sale-moment";
import type { ApplePurchase } from "@/components/payment/apple-pay/apple-pay-purchase";
import type { ApplePay } from "@/components/payment/apple-pay/use-apple-pay";
import { useApplePay } from "@/components/payment/apple-pay/use-apple-pay";
import { cardFieldTypes } from "@/components/payment/card/card-state";
import type { CardFieldType } from "@/components/payment/card/custom-checkout";
import type { CardForm } from "@/components/payment/card/use-card-fields";
import { useCardFields } from "@/components/payment/card/use-card-fields";
import type { CheckoutState } from "@/components/payment/checkout-machine";
import type { CheckoutReason } from "@/components/payment/checkout-reasons";
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
import { useAttended } from "./attended";
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

/** Card fields that a refusal makes worthless; the others stay as they were typed. */
const clearedFields: Partial<Record<CheckoutReason, readonly CardFieldType[]>> = {
  declined: cardFieldTypes,
  "card-number-invalid": cardFieldTypes,
  "card-type-unsupported": cardFieldTypes,
  "card-authentication-required": cardFieldTypes,
  "card-expiry-invalid": ["expiry", "cvv"],
  "card-security-code-wrong": ["cvv"],
};

function isSaleClosed(live: LiveState, { order }: CheckoutState): boolean {
  if (live.salesOpen) return false;
  return order === null || (live.reason !== "sold-out" && live.reason !== "all-held");
}

/** Brings the buyer to what happened: a refusal, or the choices after an order was given back. */
function useAttention({ trouble, held }: CheckoutState, clear: CardForm["clear"], problems: FormProblems): void {
  const wasHeld = useRef(held);
  const refresh = useLiveRefresh();
  const latest = useRef(problems);
  useLayoutEffect(() => {
    latest.current = problems;
  }, [problems]);
  useEffect(() => {
    if (!trouble) return;
    const fields = clearedFields[trouble.reason];
    if (fields) clear(fields);
    // What was refused may have been sold since the page last heard of it.
    if (trouble.about !== "card") refresh();
    const [first] = problemPlaces(latest.current);
    focusId(`checkout-${first ?? "trouble"}`);
  }, [trouble, clear, refresh]);
  useEffect(() => {
    if (wasHeld.current && !held && !trouble) focusId("checkout-tickets");
    wasHeld.current = held;
  }, [held, trouble]);
}

/** Fetches what the first press will need; one that fails is tried again by the press itself. */
function prepareCalls(): void {
  loadServerCalls().catch(() => undefined);
}

function useIdleLoad(load: () => void, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    if (typeof window.requestIdleCallback !== "function") {
      const timer = setTimeout(load, 1500);
      return () => clearTimeout(timer);
    }
    const idle = window.requestIdleCallback(load, { timeout: 4000 });
    return () => window.cancelIdleCallback(idle);
  }, [load, isWanted]);
}

/** Runs the checkout of a draw: its form, its card fields, its purchase, and what the live state says about sales. */
export function useCheckoutPage(input: CheckoutInput, element: RefObject<HTMLFormElement | null>): CheckoutPage {
  const { draw, locale, scriptUrl, placeholders } = input;
  const live = useLive();
  const sale = useSaleMoment(draw.catalogue, live);
  const control = useCheckoutForm(draw, element, { isShared: useAttended() !== null });
  const card = useCardFields(scriptUrl, placeholders);
  const purchase = useCheckout(draw.id, locale);
  const applePay = useApplePay(input.applePay);
  const { state } = purchase;
  const { form, setProblems } = control;
  const isClosed = isSaleClosed(live, state);
  useAttention(state, card.clear, control.problems);
  useIdleLoad(card.load, !isClosed);
  useIdleLoad(prepareCalls, !isClosed);

  const submit = () => {
    if (isClosed || state.phase !== "editing") return;
    const { order } = state;
    const found = order?.buyer ? {} : checkForm(draw, form, sale);
    const problems = order ? detailProblems(found) : found;
    setProblems(problems);
    const badCardField = card.check();
    const [first] = problemPlaces(problems);
    if (first) return focusId(`checkout-${first}`);
    if (card.stage !== "ready") {
      card.load();
      return focusId("checkout-payment");
    }
    if (badCardField) return card.focus(badCardField);
    const request = toOrderRequest(draw, form, locale, sale);
    purchase.pay({
      request,
      shownCents: order ? toCents(order.amount) : totalCents(draw, form, sale),
      tokenize: card.tokenize,
      billing: order && !order.buyer ? toCardBilling(draw, form) : null,
      onFieldProblems: (fields) => setProblems(problemsFromServer(fields, request)),
    });
  };

  const payByApple = ({ items, cents, textOf }: SheetWords) => {
    if (!applePay || isClosed || state.phase !== "editing") return;
    const problems = state.order ? {} : choiceProblems(checkForm(draw, form, sale));
    setProblems(problems);
    const [first] = problemPlaces(problems);
    if (first) return focusId(`checkout-${first}`);
    // Who buys is told by the sheet.
    const { buyer: _buyer, ...request } = toOrderRequest(draw, form, locale, sale);
    const total = { label: applePay.offer.displayName, cents };
    const content = { request: sheetRequest(total, items), provinces: draw.provinces, textOf };
    const onFieldProblems: ApplePurchase["onFieldProblems"] = (fields) =>
      setProblems(problemsFromServer(fields, request));
    purchase.payByApple(({ order, dispatch }) =>
      applePay.run({ content, drawId: draw.id, order, request, shownCents: cents, dispatch, onFieldProblems }),
    );
  };

  return { control, card, purchase, live, sale, isClosed, submit, applePay, payByApple };
}
