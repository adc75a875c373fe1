import { getTotalCents } from "@/components/order-form/basket";
import type { FormProblems } from "@/components/order-form/field-problems";
import { listProblemFields } from "@/components/order-form/field-problems";
import {
  checkForm,
  pickChoiceProblems,
  pickDetailProblems,
  toFormProblems,
} from "@/components/order-form/form-problems";
import { toCardBilling, toOrderRequest } from "@/components/order-form/order-request";
import type { ApplePurchase } from "@/components/payment/apple-pay/apple-pay-purchase";
import { contactKeys } from "@/components/payment/apple-pay/contact-keys";
import type { ApplePay } from "@/components/payment/apple-pay/prepare-apple-pay";
import { loadServerCalls } from "@/components/payment/load-server-calls";
import type { Purchase } from "@/components/payment/purchase";
import { focusId } from "@/components/ui/focus-id";
import type { ContactProblem } from "@/lib/gateways/apple-pay/rules.contacts";
import { createSheetRequest } from "@/lib/gateways/apple-pay/rules.sheet";
import { toCents } from "@/lib/money";
import type { ApplePayInput, PurchaseInput } from "./checkout-page";

export function submitCardPayment(input: PurchaseInput): void {
  const { draw, locale, page } = input;
  const { control, position, card, purchase, availability } = page;
  const { form, setProblems } = control;
  const { order } = purchase.state;
  const { dispatch } = purchase;
  if (!canSubmit(input)) return;
  const problems = checkCardPurchase(input);
  if (showProblems(input, problems)) {
    card.check();
    return;
  }
  if (card.stage !== "ready") {
    card.load();
    focusId("checkout-payment");
    return;
  }
  const request = position.addPosition(toOrderRequest(draw, form, locale, availability));
  const shownCents = order ? toCents(order.amount) : getTotalCents(draw, form, availability);
  const billing = order && !order.buyer ? toCardBilling(draw, form) : null;
  const onFieldProblems: Purchase["onFieldProblems"] = (fields) => setProblems(toFormProblems(fields, request));
  purchase.runExclusively(async () => {
    const buttonCents = readButtonCents();
    await waitForGate();
    await card.settle();
    // The sum may have changed while waiting. Buyers pay only the sum that the button showed.
    if (readButtonCents() !== buttonCents) return;
    const invalidField = card.check();
    if (invalidField) return card.focus(invalidField);
    if (isBlockedByGate()) return;
    dispatch({ type: "submitted", method: "card" });
    const { runPurchase } = await loadServerCalls();
    const { tokenize } = card;
    await runPurchase({ drawId: draw.id, order, request, shownCents, tokenize, billing, onFieldProblems, dispatch });
  });
}

/** Must be called within the click, or Apple's sheet doesn't open. */
export function submitApplePay(
  input: PurchaseInput,
  applePay: ApplePay,
  { items, cents, translations }: ApplePayInput,
): void {
  const { draw, locale, page } = input;
  const { control, position, purchase, availability } = page;
  const { form, setProblems } = control;
  const { order } = purchase.state;
  const { dispatch } = purchase;
  if (!canSubmit(input)) return;
  const problems = order ? {} : { ...pickChoiceProblems(checkForm(draw, form, availability)), ...position.check() };
  if (showProblems(input, problems) || isBlockedByGate()) return;
  const { buyer: _buyer, ...request } = position.addPosition(toOrderRequest(draw, form, locale, availability));
  const total = { label: draw.organization, cents };
  const content = {
    request: createSheetRequest(total, items),
    provinces: draw.provinces,
    getProblemText: getContactText.bind(null, translations),
  };
  const onFieldProblems: ApplePurchase["onFieldProblems"] = (fields) => setProblems(toFormProblems(fields, request));
  purchase.runExclusively(async () => {
    dispatch({ type: "submitted", method: "apple-pay" });
    await applePay.run({ content, drawId: draw.id, order, request, shownCents: cents, dispatch, onFieldProblems });
  });
}

/** Blocks payments while a payment of another tab is open (`pending-payment.tsx`). */
type PaymentGate = {
  answer: Promise<void>;
  isBlocking: () => boolean;
  ask: () => void;
};

let gate: PaymentGate | null = null;

export function setPaymentGate(next: PaymentGate): () => void {
  gate = next;
  return () => {
    if (gate === next) gate = null;
  };
}

function isBlockedByGate(): boolean {
  if (!gate?.isBlocking()) return false;
  gate.ask();
  return true;
}

/** After this time, the payment goes on without the gate's answer. */
const gateTimeoutMs = 1500;

async function waitForGate(): Promise<void> {
  if (gate) await Promise.race([gate.answer, new Promise((resolve) => setTimeout(resolve, gateTimeoutMs))]);
}

function showProblems({ page }: PurchaseInput, problems: FormProblems): boolean {
  page.control.setProblems(problems);
  const [first] = listProblemFields(problems);
  if (first) focusId(`checkout-${first}`);
  return first !== undefined;
}

function canSubmit({ page: { isClosed, purchase } }: PurchaseInput): boolean {
  return !isClosed && purchase.state.phase === "editing";
}

function checkCardPurchase({ draw, page: { control, position, purchase, availability } }: PurchaseInput): FormProblems {
  const { order } = purchase.state;
  const problems = order?.buyer ? {} : { ...checkForm(draw, control.form, availability), ...position.check() };
  return order ? pickDetailProblems(problems) : problems;
}

/** Reads the data attribute, because a browser's translator may change the button's text. */
function readButtonCents(): string | undefined {
  return document.getElementById("checkout-pay")?.dataset.cents;
}

function getContactText({ applePay, wrong }: ApplePayInput["translations"], { field, problem }: ContactProblem) {
  const key = contactKeys[field];
  if (key === "province") return wrong("province");
  return problem === "required" || key === "address" || key === "name" ? applePay(`required.${key}`) : wrong(key);
}
