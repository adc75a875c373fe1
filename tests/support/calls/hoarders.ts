import { setTimeout as wait } from "node:timers/promises";
import type { Server } from "@/tests/support/servers/server";
import type { Buyer, Line } from "./buyer";
import { createBuyer, tokenFor } from "./buyer";

type Place = Pick<Server, "url">;

/**
 * Where somebody holds tickets of a draw without paying, through these servers in turn, and what they take each time;
 * `keepers` are the browsers that keep their cookies, ten new ones unless told.
 */
export type Theft = {
  servers: readonly Place[];
  address: string;
  instanceId: string;
  line: Line;
  keepers?: readonly Buyer[];
};

/** Ten browsers of one address that keep their cookies, at these servers in turn. */
export function createKeepers({ servers, address }: Pick<Theft, "servers" | "address">): Buyer[] {
  return Array.from({ length: 10 }, (_none, index) => createBuyer(servers[index % servers.length] as Place, address));
}

/** How many calls are under way at once. */
const atOnce = 8;

/** Makes so many calls, a few at a time, and gives what came of each. */
async function callAll<Result>(calls: number, call: (at: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = Array.from({ length: calls }, (_none, at) => at).values();
  const callers = Array.from({ length: atOnce }, async () => {
    for (const at of waiting) results.push(await call(at));
  });
  await Promise.all(callers);
  return results;
}

/**
 * Places so many orders from one address: every second by a browser that drops its cookie, the others by ten that keep
 * theirs. Gives how many were placed, and the reasons of the others.
 */
export async function holdTickets(theft: Theft, calls: number): Promise<{ held: number; reasons: Set<string> }> {
  const { servers, address, instanceId, line, keepers = createKeepers(theft) } = theft;
  const at = (index: number) => servers[index % servers.length] as Place;
  const answers = await callAll(calls, (index) => {
    const keeper = keepers[Math.floor(index / 2) % keepers.length] as Buyer;
    const thief = index % 2 === 0 ? createBuyer(at(index >> 1), address) : keeper;
    return thief.placeOrder({ instanceId, lines: [line] });
  });
  const refused = answers.filter(({ status }) => status !== 201);
  return { held: answers.length - refused.length, reasons: new Set(refused.map(({ body }) => body.reason ?? "")) };
}

/**
 * Buys as a browser's page does: a refusal that says when to call again is followed. Gives the last answer's reason, or
 * `paid`.
 */
export async function buyHonestly(
  server: Server,
  { address, instanceId, line }: Omit<Theft, "servers" | "keepers">,
): Promise<string> {
  const buyer = createBuyer(server, address);
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
