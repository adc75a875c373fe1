import { randomUUID } from "node:crypto";
import fc from "fast-check";

import type { OrderView } from "@/lib/orders/rules";
import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import type { Answer, Buyer, Line } from "./buyer";
import { cards, createBuyer, tokenFor } from "./buyer";

export type Plan = {
  lines: Line[];
  bundles: { bundleId: string; quantity: number }[];
  way: "pays" | "clicks-twice" | "orders-twice" | "is-declined-first" | "cancels" | "leaves";
};

export type BuyerOutcome = { plan: Plan; answers: Answer[]; order: Pick<OrderView, "instanceId" | "orderId"> | null };

const mainLine = fc.record({
  poolId: fc.constant("main"),
  packageId: fc.constantFrom("one", "five", "twenty"),
  quantity: fc.integer({ min: 1, max: 3 }),
});

const cashLine = fc.record({
  poolId: fc.constant("cash"),
  packageId: fc.constantFrom("one", "four"),
  quantity: fc.integer({ min: 1, max: 2 }),
});

const quiltLine = fc.record({
  poolId: fc.constant("quilt"),
  packageId: fc.constant("three"),
  quantity: fc.integer({ min: 1, max: 2 }),
});

const bundle = fc.record({ bundleId: fc.constantFrom("pair", "trio"), quantity: fc.integer({ min: 1, max: 2 }) });

const lines = fc
  .tuple(
    fc.option(mainLine, { freq: 4 }),
    fc.option(cashLine, { freq: 2 }),
    fc.option(quiltLine, { freq: 2 }),
    fc.boolean(),
  )
  .map(([main, cash, quilt, reversed]) => {
    const chosen = [main, cash, quilt].filter((line) => line !== null);
    return reversed ? chosen.reverse() : chosen;
  });

const plan: fc.Arbitrary<Plan> = fc
  .record({
    lines,
    bundles: fc.array(bundle, { maxLength: 1 }),
    way: fc.constantFrom<Plan["way"]>(
      ...["pays", "pays", "pays", "clicks-twice", "orders-twice", "is-declined-first", "cancels", "leaves"].map(
        (way) => way as Plan["way"],
      ),
    ),
  })
  .filter((made) => made.lines.length + made.bundles.length > 0);

export function createPlans(count: number, seed: number): Plan[] {
  return fc.sample(plan, { numRuns: count, seed });
}

/** A main pool and two second draws, each too small for two hundred buyers, and bundles of them. */
export function crowdedDraw(): DrawInput {
  return drawWith({
    maxTickets: 1500,
    ticketPriceInfo: [
      { id: "one", tickets: 1, price: 5 },
      { id: "five", tickets: 5, price: 20.5 },
      { id: "twenty", tickets: 20, price: 50.05 },
    ],
    secondDraws: [
      {
        id: "cash",
        type: "5050 Cash",
        title: "Side cash",
        license: "RAF0000001",
        maxTickets: 260,
        ticketPackageInfo: [
          { id: "one", tickets: 1, price: 2.35 },
          { id: "four", tickets: 4, price: 8 },
        ],
      },
      {
        id: "quilt",
        type: "Prize raffle",
        title: "Quilt",
        license: "RAF0000002",
        maxJackpot: 1100,
        ticketPackageInfo: [{ id: "three", tickets: 3, price: 10.1 }],
      },
    ],
    bundles: [
      {
        id: "pair",
        title: "Pair",
        items: [
          { poolId: "main", packageId: "five", quantity: 1, price: 18.95 },
          { poolId: "cash", packageId: "one", quantity: 2, price: 4.05 },
        ],
      },
      {
        id: "trio",
        title: "Trio",
        items: [
          { poolId: "quilt", packageId: "three", quantity: 1, price: 9.5 },
          { poolId: "cash", packageId: "four", quantity: 1, price: 7.25 },
          { poolId: "main", packageId: "twenty", quantity: 1, price: 48.25 },
        ],
      },
    ],
  });
}

/** More `busy` answers to one call would be a fault of the server. */
const maxTries = 8;

/** Retries when a busy server says so, as the checkout does. */
async function retryWhileBusy<Body>(call: () => Promise<Answer<Body>>): Promise<Answer<Body>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await call();
    if (answer.status !== 503 || tries === maxTries) return answer;
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers.get("retry-after") ?? 1)));
  }
}

type ServerPair = { here: Pick<Server, "url">; there: Pick<Server, "url">; sandboxUrl: string };

async function placeOnce(pair: ServerPair, instanceId: string, { lines, bundles, way }: Plan) {
  const basket = { instanceId, lines, body: { bundles }, idempotencyKey: randomUUID() };
  const chosen = way === "orders-twice" ? [pair.here, pair.there] : [pair.here];
  const buyer = createBuyer(pair.here);
  const buyers = chosen.map((at, index) => (index === 0 ? buyer : createBuyer(at)));
  return Promise.all(buyers.map((one) => retryWhileBusy(() => one.placeOrder(basket))));
}

async function followPlan(pair: ServerPair, order: OrderView, way: Plan["way"]): Promise<Answer[]> {
  const [here, there] = [createBuyer(pair.here), createBuyer(pair.there)];
  const token = (card?: string) => tokenFor(pair.sandboxUrl, card);
  const pay = (buyer: Buyer, code: string) => retryWhileBusy(() => buyer.pay(order, code));
  if (way === "leaves") return [];
  const cancelPath = `/api/orders/${order.instanceId}/${order.orderId}/cancel`;
  if (way === "cancels") return [await retryWhileBusy(() => here.call("POST", cancelPath, {}))];
  if (way === "clicks-twice") {
    const tokens = await Promise.all([token(), token()] as const);
    return Promise.all([pay(here, tokens[0]), pay(there, tokens[1])]);
  }
  if (way === "is-declined-first")
    return [await pay(here, await token(cards.declined)), await pay(there, await token())];
  return [await pay(there, await token())];
}

async function buy(pair: ServerPair, instanceId: string, plan: Plan): Promise<BuyerOutcome> {
  const placed = await placeOnce(pair, instanceId, plan);
  const order = placed.map(({ body }) => body.order).find(Boolean) ?? null;
  const paid = order ? await followPlan(pair, order, plan.way) : [];
  return { plan, answers: [...placed, ...paid], order };
}

export function runCrowd(
  servers: readonly Server[],
  instanceId: string,
  plans: readonly Plan[],
): Promise<BuyerOutcome[]> {
  const at = (index: number) => servers[index % servers.length] as Server;
  return Promise.all(
    plans.map((plan, index) => {
      const pair = { here: at(index), there: at(index + 1), sandboxUrl: at(0).sandboxUrl };
      return buy(pair, instanceId, plan);
    }),
  );
}
