import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

import { addressOf, openCalls } from "./buyer-calls";
import type { BuyerEvent, EventKind } from "./diary";
import { gatewayUrl } from "./gateway";
import { certificateOf, siteUrl } from "./nginx";
import type { Place } from "./place";
import type { PurchaseResult } from "./purchase";
import { buyTickets } from "./purchase";

export type Buyers = { events: BuyerEvent[]; results: PurchaseResult[]; stop: () => Promise<void> };

/** This many buyers wait at once at most, because this machine serves them too. */
const atOnce = 80;

export async function letBuyersCome(place: Place, { instanceId, rate }: { instanceId: string; rate: number }) {
  const certificate = await readFile(certificateOf(place), "utf8");
  const [events, results]: [BuyerEvent[], PurchaseResult[]] = [[], []];
  const underWay = new Set<Promise<void>>();
  const note = (kind: EventKind) => void events.push({ kind, atMs: Date.now() });
  let serial = 0;
  let isOpen = true;

  async function buy(at: number): Promise<void> {
    const calls = openCalls({ url: siteUrl(place), certificate, note }, addressOf(at));
    const purchase = { instanceId, email: `buyer-${at}@example.test`, sandboxUrl: gatewayUrl(place) };
    const outcome = await buyTickets(calls, purchase).catch(
      (error: Error): PurchaseResult => ({ email: purchase.email, refusal: error.message }),
    );
    results.push(outcome);
    if ("order" in outcome) note("acknowledged");
    else note(outcome.refusal.includes("no answer") ? "given-up" : "refused");
    await calls.close();
  }

  async function come(): Promise<void> {
    while (isOpen) {
      if (underWay.size < atOnce) {
        serial += 1;
        const one = buy(serial).finally(() => underWay.delete(one));
        underWay.add(one);
      }
      await wait(1000 / rate);
    }
  }

  const coming = come();
  const stop = async () => {
    isOpen = false;
    await coming;
    await Promise.all(underWay);
  };
  return { events, results, stop } satisfies Buyers;
}
