import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

import { openCalls, toLoopbackIp } from "./buyer-calls";
import type { BuyerEvent, EventKind } from "./diary";
import { gatewayUrl } from "./gateway";
import { getCertificatePath, siteUrl } from "./nginx";
import type { Place } from "./place";
import type { PurchaseResult } from "./purchase";
import { buyTickets } from "./purchase";

export type Buyers = { events: BuyerEvent[]; results: PurchaseResult[]; stop: () => Promise<void> };

/** Limited, because the same machine also runs the servers. */
const maxConcurrentBuyers = 80;

export async function startBuyers(place: Place, { instanceId, rate }: { instanceId: string; rate: number }) {
  const certificate = await readFile(getCertificatePath(place), "utf8");
  const [events, results]: [BuyerEvent[], PurchaseResult[]] = [[], []];
  const inProgress = new Set<Promise<void>>();
  const note = (kind: EventKind) => void events.push({ kind, atMs: Date.now() });
  let serial = 0;
  let isOpen = true;

  async function buy(at: number): Promise<void> {
    const calls = openCalls({ url: siteUrl(place), certificate, note }, toLoopbackIp(at));
    const purchase = { instanceId, email: `buyer-${at}@example.test`, sandboxUrl: gatewayUrl(place) };
    const outcome = await buyTickets(calls, purchase).catch(
      (error: Error): PurchaseResult => ({ email: purchase.email, refusal: error.message }),
    );
    results.push(outcome);
    if ("order" in outcome) note("acknowledged");
    else note(outcome.refusal.includes("no answer") ? "given-up" : "refused");
    await calls.close();
  }

  async function sendBuyers(): Promise<void> {
    while (isOpen) {
      if (inProgress.size < maxConcurrentBuyers) {
        serial += 1;
        const one = buy(serial).finally(() => inProgress.delete(one));
        inProgress.add(one);
      }
      await wait(1000 / rate);
    }
  }

  const sending = sendBuyers();
  const stop = async () => {
    isOpen = false;
    await sending;
    await Promise.all(inProgress);
  };
  return { events, results, stop } satisfies Buyers;
}
