import type { RefObject } from "react";
import { useEffect, useState } from "react";
import { useLive, useLiveRefresh } from "@/components/draws/live/live-provider";
import { useAvailability } from "@/components/order-form/add-ons/use-availability";
import { getTotalCents } from "@/components/order-form/basket";
import type { PositionControl } from "@/components/order-form/buyer/use-position";
import { usePosition, useRefusedPosition } from "@/components/order-form/buyer/use-position";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import type { CheckoutForm } from "@/components/order-form/checkout-form";
import { buyerFields } from "@/components/order-form/checkout-form";
import type { FormProblems } from "@/components/order-form/field-problems";
import { listProblemFields } from "@/components/order-form/field-problems";
import {
  checkForm,
  pickChoiceProblems,
  pickDetailProblems,
  toFormProblems,
} from "@/components/order-form/form-problems";
import { toOrderRequest } from "@/components/order-form/order-request";
import type { FormControl } from "@/components/order-form/use-checkout-form";
import { useCheckoutForm } from "@/components/order-form/use-checkout-form";
import type { CheckoutReason } from "@/components/payment/checkout-reasons";
import { isConclusive, reserveTickets, toAnswerEvent } from "@/components/payment/purchase";
import { useConnection } from "@/components/terminal/shell/use-connection";
import { focusId } from "@/components/ui/focus-id";
import type { LiveState } from "@/lib/draws/rules.projection";
import { toDollars } from "@/lib/money";
import type { OrderRequest } from "@/lib/orders/client";
import type { Availability } from "@/lib/orders/rules.lines";
import type { Language } from "@/lib/platform/i18n/routing";
import { placeTerminalOrder, takeCash } from "@/lib/terminal/orders/client";
import { openTab } from "./own-tab";
import { useReceiptLanguage } from "./receipt-language";
import type { PendingSale } from "./sale-session";
import { saleSessions } from "./sale-session";
import type { SaleEvent, SaleMethod, SaleState } from "./sale-state";
import { saleMethods } from "./sale-state";
import type { TerminalBlock } from "./terminal-block";
import { useTerminalBlock } from "./terminal-block";
import type { SaleControl } from "./use-sale";
import { useSale } from "./use-sale";

export type SaleInput = {
  draw: CheckoutDraw;
  locale: Language;
  allowsCash: boolean;
  allowsAnonymousCash: boolean;
  endReason: CheckoutReason | null;
};

export type SalePage = {
  control: FormControl;
  position: PositionControl;
  availability: Availability;
  live: LiveState;
  purchase: SaleControl;
  methods: readonly SaleMethod[];
  block: TerminalBlock | null;
  language: Language;
  setLanguage: (language: Language) => void;
  cents: number;
  choose: (method: SaleMethod) => void;
};

function hasBuyer(form: CheckoutForm): boolean {
  return buyerFields.some((field) => form[field].trim() !== "");
}

function findProblems(
  { draw, allowsAnonymousCash }: SaleInput,
  form: CheckoutForm,
  availability: Availability,
  method: SaleMethod,
) {
  const allProblems = checkForm(draw, form, availability);
  const needsBuyer = hasBuyer(form) || (method === "cash" && !allowsAnonymousCash);
  const problems: FormProblems = {
    ...pickChoiceProblems(allProblems),
    ...(needsBuyer ? pickDetailProblems(allProblems) : {}),
  };
  return problems;
}

function toRequest(
  draw: CheckoutDraw,
  form: CheckoutForm,
  language: Language,
  availability: Availability,
): OrderRequest {
  const { buyer, ...request } = toOrderRequest(draw, form, language, availability);
  return buyer && hasBuyer(form) ? { ...request, buyer } : request;
}

/** After a reload, an unanswered reservation is sent again with its key. */
function usePendingReservation(drawId: string, begin: (pending: PendingSale) => void): void {
  const [isRestored, setRestored] = useState(false);
  useEffect(() => setRestored(true), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is what it was
  useEffect(() => {
    const { pending, orderId, idempotencyKey } = saleSessions.read(drawId);
    if (isRestored && !orderId && pending?.idempotencyKey === idempotencyKey)
      begin({ ...pending, method: pending.means });
  }, [isRestored]);
}

/** Takes cash once per confirmation. The server also counts it once. */
function useTakeCash({ phase, order, givenCents }: SaleState, dispatch: (event: SaleEvent) => void): void {
  const { note } = useConnection();
  const [instanceId, orderId] = [order?.instanceId, order?.orderId];
  useEffect(() => {
    if (phase !== "taking" || !instanceId || !orderId || givenCents === null) return;
    const take = async () => {
      const answer = note(await takeCash({ instanceId, orderId }, toDollars(givenCents)));
      dispatch(isConclusive(answer) ? toAnswerEvent("paid", answer) : { type: "answer-lost" });
    };
    take();
  }, [phase, instanceId, orderId, givenCents, dispatch, note]);
}

async function place(drawId: string, sale: PendingSale, note: ReturnType<typeof useConnection>["note"]) {
  // A key that got an answer can't be used again.
  if (saleSessions.read(drawId).answered) saleSessions.renew(drawId);
  const { method, request, shownCents } = sale;
  const { idempotencyKey } = saleSessions.change(drawId, {});
  const { position: _position, ...storedRequest } = request;
  saleSessions.change(drawId, { pending: { idempotencyKey, means: method, request: storedRequest, shownCents } });
  const answer = note(await reserveTickets(drawId, sale.request, placeTerminalOrder, saleSessions));
  if (saleSessions.read(drawId).answered) saleSessions.change(drawId, { pending: null });
  return answer;
}

export function useSalePage(input: SaleInput, element: RefObject<HTMLFormElement | null>): SalePage {
  const { draw, locale } = input;
  const live = useLive();
  const refresh = useLiveRefresh();
  const availability = useAvailability(draw.catalogue, live);
  const control = useCheckoutForm(draw, element, { sessions: saleSessions });
  const position = usePosition(draw.needsPosition.atTerminal);
  const purchase = useSale(draw.id, locale, input.endReason);
  const [language, setLanguage] = useReceiptLanguage(draw.id, locale);
  const block = useTerminalBlock(live);
  const methods = saleMethods.filter((name) => name !== "cash" || input.allowsCash);
  const { form, setProblems } = control;
  const { state, dispatch } = purchase;
  const { note } = useConnection();
  const { refusalReason } = state;
  useTakeCash(state, dispatch);
  useRefusedPosition(refusalReason ?? undefined, position.forget);
  const cents = getTotalCents(draw, form, availability);
  useEffect(() => {
    // The tickets may have been sold since the last live state.
    if (refusalReason) refresh();
  }, [refusalReason, refresh]);

  const begin = (pending: PendingSale) => {
    const { method, request, shownCents } = pending;
    purchase.lock(async () => {
      dispatch({ type: "chosen", method, shownCents });
      // A copied tab shows another tab's sale, which continues there.
      if ((await openTab()) === "copied") return;
      const answer = await place(draw.id, pending, note);
      dispatch(toAnswerEvent("placed", answer));
      if (!answer.ok) setProblems(toFormProblems(answer.fields, request));
    });
  };
  const choose = (method: SaleMethod) => {
    if (block || state.phase !== "choosing" || !methods.includes(method)) return;
    const problems = { ...findProblems(input, form, availability, method), ...position.check() };
    setProblems(problems);
    const [first] = listProblemFields(problems);
    if (first) return focusId(`checkout-${first}`);
    begin({ method, request: position.addPosition(toRequest(draw, form, language, availability)), shownCents: cents });
  };
  usePendingReservation(draw.id, begin);

  return { control, position, availability, live, purchase, methods, block, language, setLanguage, cents, choose };
}
