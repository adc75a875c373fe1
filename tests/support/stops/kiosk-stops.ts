import { fillCard, fillDetails, payButton } from "@/tests/support/browser/checkout";
import { leaveAlone, waitUntilAlive } from "@/tests/support/browser/kiosk";
import type { Stop, Visit } from "./stop";
import { getWords, goTo } from "./stop";

async function openKiosk(visit: Visit): Promise<void> {
  await goTo(visit, "/1/arena");
  await waitUntilAlive(visit.page);
}

async function openTitled(visit: Visit): Promise<void> {
  await goTo(visit, "/1/demo5050?title=Gala");
  await waitUntilAlive(visit.page);
}

async function leave(visit: Visit): Promise<void> {
  await visit.page.clock.install();
  await openKiosk(visit);
  await visit.page.getByLabel(getWords(visit).checkout.name, { exact: true }).fill("Rosalie Tremblay");
  await leaveAlone(visit.page, visit.language, 60_000);
}

async function buy(visit: Visit): Promise<void> {
  await openKiosk(visit);
  await fillDetails(visit.page, visit.language);
  await fillCard(visit.page);
  await payButton(visit.page, visit.language).click();
  await visit.page.getByRole("heading", { name: getWords(visit).order.states.confirmed.title }).waitFor();
}

export const kioskStops: Stop[] = [
  { name: "a shared tablet", route: "/1/[id]", open: openKiosk },
  { name: "a shared tablet with a title", route: "/1/[id]", open: openTitled },
  { name: "a shared tablet that was left alone", route: "/1/[id]", open: leave },
  { name: "a shared tablet after a purchase", route: "/1/[id]", open: buy },
];
