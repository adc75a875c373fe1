import { setTimeout as wait } from "node:timers/promises";
import type { Server } from "@/tests/support/servers/server";
import type { Buyer, Line } from "./buyer";
import { createBuyer, tokenFor } from "./buyer";

type Place = Pick<Server, "url">;

/** Takes tickets without paying. `cookieBrowsers` keep their cookies; by default, they are ten new ones. */
export type Hoarding = {
  servers: readonly Place[];
  ipAddress: string;
  instanceId: string;
  line: Line;
  cookieBrowsers?: readonly Buyer[];
};

export function createCookieBrowsers({ servers, ipAddress }: Pick<Hoarding, "servers" | "ipAddress">): Buyer[] {
  return Array.from({ length: 10 }, (_none, index) => createBuyer(servers[index % servers.length] as Place, ipAddress));
}

const atOnce = 8;

async function callAll<Result>(calls: number, call: (at: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = Array.from({ length: calls }, (_none, index) => index).values();
  const callers = Array.from({ length: atOnce }, async () => {
    for (const at of waiting) results.push(await call(at));
  });
  await Promise.all(callers);
  return results;
}

/** Every second order comes from a browser without its cookie, the others from ten that keep theirs. */
export async function holdTickets(hoarding: Hoarding, calls: number): Promise<{ held: number; reasons: Set<string> }> {
  const { servers, ipAddress, instanceId, line, cookieBrowsers = createCookieBrowsers(hoarding) } = hoarding;
  const at = (index: number) => servers[index % servers.length] as Place;
  const answers = await callAll(calls, (index) => {
    const returning = cookieBrowsers[Math.floor(index / 2) % cookieBrowsers.length] as Buyer;
    const browser = index % 2 === 0 ? createBuyer(at(index >> 1), ipAddress) : returning;
    return browser.placeOrder({ instanceId, lines: [line] });
  });
  const refused = answers.filter(({ status }) => status !== 201);
  return { held: answers.length - refused.length, reasons: new Set(refused.map(({ body }) => body.reason ?? "")) };
}

/** Retries when a refusal says so, as the page does. Returns the last reason, or `paid`. */
export async function buyHonestly(
  server: Server,
  { ipAddress, instanceId, line }: Omit<Hoarding, "servers" | "cookieBrowsers">,
): Promise<string> {
  const buyer = createBuyer(server, ipAddress);
  for (let tries = 1; ; tries += 1) {
    const placed = await buyer.placeOrder({ instanceId, lines: [line] });
    if (placed.status === 201) {
      const paid = await buyer.pay(placed.body.order, await tokenFor(server.sandboxUrl));
      return paid.status === 200 ? "paid" : (paid.body.reason ?? "");
    }
    const seconds = Number(placed.headers.get("retry-after"));
    if (tries === 20 || !seconds) return placed.body.reason ?? "";
    await wait(Math.min(seconds, 10) * 1000);
  }
}
