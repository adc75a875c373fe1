import { appleButton, cancelSheet } from "@/tests/support/browser/browse-sheet";
import { fillCard, fillDetails, payButton } from "@/tests/support/browser/checkout";
import { waitUntilAlive } from "@/tests/support/browser/kiosk";
import { cards } from "@/tests/support/calls/buyer";
import { payBar } from "./draw-stops";
import { orderInState } from "./orders-in-states";
import type { Stop, Visit } from "./stop";
import { getWords, goTo } from "./stop";

type Arrange = (visit: Visit) => Promise<void>;

function atForm(name: string, arrange: Arrange, allow: RegExp[] = []): Stop {
  return {
    name,
    route: "/[id]",
    allow,
    async open(visit) {
      await goTo(visit, "/arena");
      await payBar(visit).waitFor();
      await arrange(visit);
    },
  };
}

async function payBy({ page, language }: Visit, card: string = cards.approved): Promise<void> {
  await fillDetails(page, language);
  await fillCard(page, card);
  await payButton(page, language).click();
}

async function pressEmpty(visit: Visit): Promise<void> {
  const { page, language } = visit;
  const { checkout } = getWords(visit);
  for (const name of [checkout.addPhone, checkout.addPostalCode]) await page.getByRole("button", { name }).click();
  await payButton(page, language).click();
  await page.getByText(checkout.missing.rules).first().waitFor();
}

async function pressWithoutCard(visit: Visit): Promise<void> {
  const { page, language } = visit;
  await fillDetails(page, language);
  await waitUntilAlive(page);
  await payButton(page, language).click();
  await page.getByText(getWords(visit).checkout.card.codeMissing).waitFor();
}

async function payWithDeclinedCard(visit: Visit): Promise<void> {
  await payBy(visit, cards.declined);
  await visit.page.getByText(getWords(visit).reasons.declined).waitFor();
}

async function wait(visit: Visit): Promise<void> {
  await visit.page.route("**/processPayment", () => undefined);
  await payBy(visit);
  await visit.page.getByText(getWords(visit).checkout.payingStay).waitFor();
}

async function loseAnswer(visit: Visit): Promise<void> {
  const { page } = visit;
  await page.route("**/processPayment", (route) => route.abort());
  await page.route(/\/api\/orders\/[^/]+\/[0-9A-Z]{26}$/, (route) => route.abort());
  await payBy(visit);
  await page.getByText(getWords(visit).checkout.lostContact).waitFor();
}

async function cancelApple(visit: Visit): Promise<void> {
  const { page, language } = visit;
  await appleButton(page, language).click();
  await cancelSheet(page, language);
  await page.getByText(getWords(visit).checkout.applePay.cancelled).waitFor();
}

async function openOffer(visit: Visit): Promise<void> {
  await goTo(visit, `/arena#order=${orderInState(visit.site, "offered").orderId}`);
  await visit.page.getByRole("button", { name: getWords(visit).checkout.offered.accept }).waitFor();
}

async function acceptOffer(visit: Visit): Promise<void> {
  await openOffer(visit);
  for (const box of await visit.page.getByRole("checkbox").all()) await box.check();
  await visit.page.getByRole("button", { name: getWords(visit).checkout.offered.accept }).click();
  await visit.page.getByRole("button", { name: getWords(visit).checkout.change }).waitFor();
}

async function openForeign(visit: Visit): Promise<void> {
  await goTo(visit, "/arena#order=0123456789ABCDEFGHJKMNPQRS");
  await visit.page.getByText(getWords(visit).checkout.offered.foreignTitle).waitFor();
}

const withoutApple: Stop = {
  name: "a form where there is no Apple Pay",
  route: "/[id]",
  allow: [/apple-pay/, /ERR_FAILED/],
  async open(visit) {
    await visit.page.route("**/sandbox/apple-pay*", (route) => route.abort());
    await goTo(visit, "/arena");
    await payBar(visit).getByRole("button").click();
    await waitUntilAlive(visit.page);
  },
};

export const checkoutStops: Stop[] = [
  withoutApple,
  atForm("a form that is not filled in, with its errors", pressEmpty),
  atForm("a card form that is not filled in, with its errors", pressWithoutCard),
  atForm("a card that was declined", payWithDeclinedCard, [/status of 402/]),
  atForm("a payment that is under way", wait, [/ERR_FAILED|was not answered/]),
  atForm("a payment whose answer is lost", loseAnswer, [/ERR_FAILED|was not answered/]),
  atForm("a sheet of Apple Pay that was cancelled", cancelApple, [/was not validated/]),
  { name: "an order that a link offers", route: "/[id]", open: openOffer },
  { name: "an order that a link brought", route: "/[id]", open: acceptOffer },
  { name: "an order that a link may not bring", route: "/[id]", allow: [/status of 404/], open: openForeign },
];
