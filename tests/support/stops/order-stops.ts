import type { OrderState } from "@/components/payment/order-state";

import { orderInState } from "./orders-in-states";
import type { Stop } from "./stop";
import { getWords, opens, orderQuery } from "./stop";

function orderStop(name: string, state = name as OrderState): Stop {
  return {
    name: `an order that is ${name}`,
    route: "/order/[instanceId]/[orderId]",
    open: opens(
      (site) => {
        const { instanceId, orderId } = orderInState(site, name);
        return `/order/${instanceId}/${orderId}`;
      },
      (visit) => visit.page.getByRole("heading", { level: 1, name: getWords(visit).order.states[state].title }),
    ),
  };
}

function confirmation(name: string, path: string, route: string): Stop {
  return {
    name,
    route,
    open: opens(
      (site) => path + orderQuery(orderInState(site, "confirmed")),
      (visit) => visit.page.getByRole("heading", { name: getWords(visit).order.yourNumbers }),
    ),
  };
}

function thanks(name: string, path: string): Stop {
  const shows = opens(path, (visit) => visit.page.getByText(getWords(visit).order.thankYou.title));
  return { name, route: path, open: shows };
}

const missing: Stop = {
  name: "an order that nobody has",
  route: "/order/[instanceId]/[orderId]",
  allow: [/status of 404/],
  open: opens("/order/arena/0123456789ABCDEFGHJKMNPQRS", (visit) =>
    visit.page.getByText(getWords(visit).order.missing.title),
  ),
};

const unpaid = ["reserved", "declined", "missing", "expired", "lapsed", "cancelled"];
const paid = ["finalized", "partly", "refunded", "asking", "returning", "returned", "stuck"];

export const orderStops: Stop[] = [
  ...[...unpaid, ...paid].map((name) => orderStop(name)),
  orderStop("refunding", "finalized"),
  orderStop("notRefunded", "finalized"),
  missing,
  confirmation("a confirmation", "/success", "/success"),
  confirmation("a confirmation by its old address", "/successV1", "/successV1"),
  thanks("a thank-you without an order", "/success"),
  thanks("a thank-you that is always the same", "/staticSuccess"),
];
