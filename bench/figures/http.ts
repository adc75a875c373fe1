import { atFloor, buy, createOrder, createPayment, createRead } from "@/bench/calls";
import type { Figure, Readings, Tempo } from "@/bench/figure";
import { takeTurns } from "@/bench/figure";
import type { Ask, Call } from "@/bench/load";
import { after, runLoad } from "@/bench/load";
import type { Web } from "@/bench/web";
import { draws } from "@/bench/web";
import { tokenFor } from "@/tests/support/calls/buyer";

type Work = (ask: Ask) => Promise<unknown>;

async function measureRate(origin: string, seconds: number, work: Work) {
  const { perSecond, failures } = await runLoad(origin, after(seconds), work);
  return { value: perSecond, failures };
}

function oneCall(name: string, least: number, ours: () => Call, floor: () => Call): Figure<Web> {
  const measure = (web: Web, tempo: Tempo): Promise<Readings> =>
    takeTurns(
      tempo,
      (seconds) => measureRate(web.product.url, seconds, (ask) => ask(ours())),
      (seconds) => measureRate(web.floor, seconds, (ask) => ask(floor())),
    );
  return { name, unit: "/s", bar: { least }, measure };
}

const bareGet = () => createRead("/api/bare");

async function buyAtFloor(ask: Ask): Promise<void> {
  const order = createOrder(draws.sales);
  await ask(atFloor(order));
  const placed = { instanceId: draws.sales, orderId: "0".repeat(26), amount: 5 };
  await ask(atFloor(createPayment(placed, "sb1-00000000-0000-0000-0000-000000000000", order)));
}

/** Card tokens are created before a round, because typing a card takes the bank's time, not ours. */
async function sell({ product }: Web, seconds: number, tokens: string[], expectedRate: number) {
  const missing = Math.ceil(seconds * expectedRate) - tokens.length;
  for (let made = 0; made < missing; made += 1) tokens.push(await tokenFor(product.sandboxUrl));
  return measureRate(product.url, seconds, (ask) =>
    buy(ask, draws.sales, async () => tokens.pop() ?? tokenFor(product.sandboxUrl)),
  );
}

function measurePurchase(web: Web, tempo: Tempo): Promise<Readings> {
  const tokens: string[] = [];
  let fastest = 50;
  const ours = async (seconds: number) => {
    const reading = await sell(web, seconds, tokens, fastest * 1.3);
    fastest = Math.max(fastest, reading.value);
    return reading;
  };
  return takeTurns(tempo, ours, (seconds) => measureRate(web.floor, seconds, buyAtFloor));
}

export const httpFigures: Figure<Web>[] = [
  oneCall(
    "cached page, gzip / bare page",
    0.85,
    () => createRead(`/${draws.teams}`),
    () => createRead("/"),
  ),
  oneCall("live state / bare GET", 0.95, () => createRead(`/api/draws/${draws.plain}/live`), bareGet),
  oneCall("live state with teams / bare GET", 0.95, () => createRead(`/api/draws/${draws.teams}/live`), bareGet),
  oneCall(
    "reservation / bare POST",
    0.7,
    () => createOrder(draws.orders),
    () => atFloor(createOrder(draws.orders)),
  ),
  { name: "purchase / two bare POSTs", unit: "/s", bar: { least: 0.2 }, measure: measurePurchase },
];
