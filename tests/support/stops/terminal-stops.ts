import type { OrderLocator } from "@/tests/support/browser/browse-order";
import { button, cashConfirm } from "@/tests/support/browser/browse-sale";
import { sellForCash } from "@/tests/support/browser/browse-terminal";
import { waitUntilAlive } from "@/tests/support/browser/kiosk";
import { orderInState } from "./orders-in-states";
import { drawInStates } from "./site";
import type { Stop, Visit } from "./stop";
import { beforeValue, getWords, goTo, opens, orderQuery } from "./stop";

function atTablet(name: string, route: string, open: Stop["open"]): Stop {
  return { name, route: `/terminal${route}`, by: "device", open };
}

async function openSale(visit: Visit, drawId = "arena"): Promise<void> {
  await goTo(visit, `/terminal/${drawId}`);
  await button(visit.page, getWords(visit).terminalSale.methods.cash).click({ trial: true });
}

async function payCash(visit: Visit): Promise<void> {
  await openSale(visit);
  await button(visit.page, getWords(visit).terminalSale.methods.cash).click();
  await cashConfirm(visit.page, visit.language).waitFor();
}

async function payTooLittle(visit: Visit): Promise<void> {
  await payCash(visit);
  await visit.page.getByLabel(getWords(visit).terminalSale.cash.given).fill("1");
  await visit.page.getByText(getWords(visit).terminalSale.cash.short).waitFor();
}

async function askBuyer(visit: Visit): Promise<void> {
  await openSale(visit);
  await button(visit.page, getWords(visit).terminalSale.chip.none).click();
  await visit.page.getByLabel(getWords(visit).checkout.name, { exact: true }).waitFor();
}

async function chargeNothing(visit: Visit): Promise<void> {
  const { terminalSale, checkout } = getWords(visit);
  await openSale(visit);
  await button(visit.page, terminalSale.methods.card).click();
  await waitUntilAlive(visit.page);
  await visit.page.getByRole("button", { name: beforeValue(terminalSale.card.charge) }).click();
  await visit.page.getByText(checkout.missing.email).first().waitFor();
}

async function handOver(visit: Visit): Promise<void> {
  await openSale(visit);
  await button(visit.page, getWords(visit).terminalSale.methods.phone).click();
  await visit.page.getByText(getWords(visit).terminalSale.phone.scan).waitFor();
}

function list(name: "recent" | "unfinalized", instanceId: string, shows: Parameters<typeof opens>[1]): Stop["open"] {
  return opens(`/terminal/${name}-orders?instanceId=${instanceId}`, shows);
}

async function findNothing(visit: Visit): Promise<void> {
  const { terminalOrders: t } = getWords(visit);
  await list("recent", drawInStates.id, ({ page }) => page.getByRole("main").getByRole("listitem"))(visit);
  await visit.page.getByRole("searchbox", { name: t.search.label }).fill("nothing");
  await visit.page.getByText(t.empty.search).waitFor();
}

function openDetails(order: (site: Visit["site"]) => OrderLocator): Stop["open"] {
  return opens(
    (site) => `/terminal/order-details${orderQuery(order(site))}`,
    (visit) => visit.page.getByRole("heading", { name: getWords(visit).terminalOrders.parts.history }),
  );
}

function details(name: string): Stop {
  const open = openDetails((site) => orderInState(site, name));
  return atTablet(`the details of an order that is ${name}`, "/order-details", open);
}

/** A tablet may refund only its own recent sales. */
async function askForRefund(visit: Visit): Promise<void> {
  const lines = ["three", "ten"].map((packageId) => ({ poolId: "main", packageId, quantity: 1 }));
  const sold = await sellForCash(visit.site.device, { instanceId: drawInStates.id, lines });
  await openDetails(() => sold)(visit);
  await visit.page.getByRole("button", { name: getWords(visit).terminalOrders.actions.refund }).click();
  await visit.page.getByRole("checkbox").first().waitFor();
}

async function askForCash(visit: Visit): Promise<void> {
  await openDetails((site) => orderInState(site, "held"))(visit);
  await visit.page.getByRole("button", { name: getWords(visit).terminalOrders.steps.cancel.button }).click();
  await visit.page.getByRole("button", { name: getWords(visit).terminalOrders.confirm.cancel.yes }).waitFor();
}

async function askToEnd(visit: Visit): Promise<void> {
  await goTo(visit, "/terminal/register");
  await visit.page.getByRole("button", { name: getWords(visit).registration.delete.open }).click();
  await visit.page.getByText(getWords(visit).registration.delete.title).waitFor();
}

const receipt = (name: string) => (site: Visit["site"]) => `/terminal/success${orderQuery(orderInState(site, name))}`;

export const terminalStops: Stop[] = [
  atTablet(
    "the home of a terminal",
    "",
    opens("/terminal", ({ page }) => page.getByRole("article")),
  ),
  atTablet("a sale", "/[id]", openSale),
  atTablet("a sale with all there is", "/[id]", (visit) => openSale(visit, "demo5050")),
  atTablet("a sale of a raffle", "/[id]", (visit) => openSale(visit, "demo-raffle")),
  atTablet("a sale that asks who buys", "/[id]", askBuyer),
  atTablet("a sale for cash", "/[id]", payCash),
  atTablet("a sale for too little cash", "/[id]", payTooLittle),
  atTablet("a sale by card, with its errors", "/[id]", chargeNothing),
  atTablet("a sale on a phone", "/[id]", handOver),
  atTablet(
    "the recent orders",
    "/recent-orders",
    list("recent", drawInStates.id, ({ page }) => page.getByRole("main").getByRole("listitem")),
  ),
  atTablet("a search that finds nothing", "/recent-orders", findNothing),
  atTablet(
    "the unfinalized orders",
    "/unfinalized-orders",
    list("unfinalized", drawInStates.id, ({ page }) => page.getByRole("article")),
  ),
  atTablet(
    "no unfinalized orders",
    "/unfinalized-orders",
    list("unfinalized", "few", (visit) => visit.page.getByText(getWords(visit).terminalOrders.ownEmpty.unfinalized)),
  ),
  ...["finalized", "partly", "refunding", "asking", "stuck"].map(details),
  atTablet("a refund that is asked for", "/order-details", askForRefund),
  atTablet("an order that is about to be cancelled", "/order-details", askForCash),
  atTablet(
    "a receipt",
    "/success",
    opens(receipt("sold"), ({ page }) => page.locator("#receipt-paper")),
  ),
  atTablet(
    "no receipt",
    "/success",
    opens(receipt("held"), (visit) => visit.page.getByText(getWords(visit).terminalReceipt.notSold.title)),
  ),
  atTablet("a tablet that is registered", "/register", askToEnd),
];
