import { describe, expect, it } from "vitest";

import { findInconsistencies } from "@/lib/draws/rules.consistency";
import { drawSchema } from "@/lib/draws/schema";
import { priceBasket } from "@/lib/orders/rules.basket";
import { placeOrderSchema } from "@/lib/orders/schema";
import { demoDraws, demoPurchases } from "./demo-draws";

const now = new Date("2026-11-20T15:00:00Z");
const draws = demoDraws(now).map((draw) => drawSchema.parse(draw));

/** Fields whose string is a name or a code, the same in both languages. */
const untranslated = new Set([
  "id",
  "parentId",
  "urlSlug",
  "name",
  "license",
  "licensePDF",
  "type",
  "timeZone",
  "province",
]);
const texts = ["title", "organization", "description", "rules", "drawLocation", "question", "answer", "label"];

function findUntranslated(value: unknown, path: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const isText = texts.includes(key) && !untranslated.has(key);
    if (isText && part && (typeof part === "string" || !part.en || !part.fr)) return [`${path}.${key}`];
    return findUntranslated(part, `${path}.${key}`);
  });
}

/** Tickets of the main pool that the demo purchases take, as the order core prices them. */
function ticketsOf(drawId: string): number {
  const draw = draws.find(({ id }) => id === drawId);
  const lines = (demoPurchases[drawId] ?? []).flatMap(({ lines: own, bundles = [] }) => {
    const priced = draw && priceBasket(draw, { lines: own, bundles }, now);
    if (!priced?.ok) throw new Error(`A basket of ${drawId} is refused: ${JSON.stringify(priced)}`);
    return priced.lines;
  });
  return lines.reduce((sum, line) => sum + (line.poolId === "main" ? line.tickets : 0), 0);
}

describe("demo draws", () => {
  it.each(draws)("$id is consistent and has both languages", (draw) => {
    expect(findInconsistencies(draw)).toEqual([]);
    expect(findUntranslated(draw, draw.id)).toEqual([]);
  });

  it("are open now, but for the one that opens in three days", () => {
    const upcoming = draws.filter((draw) => new Date(draw.startDate) > now).map(({ id }) => id);
    expect(upcoming).toEqual(["demo-upcoming"]);
    expect(draws.every((draw) => new Date(draw.endDate) > now)).toBe(true);
  });

  it.each(Object.entries(demoPurchases))("%s: every basket is a valid order", (instanceId, purchases) => {
    for (const purchase of purchases) {
      const attestations = { age: true, location: true, rules: true };
      expect(placeOrderSchema.safeParse({ ...purchase, instanceId, attestations }).error).toBeUndefined();
    }
    expect(ticketsOf(instanceId)).toBeGreaterThan(0);
  });

  it("sells demo-soldout out, and demo-closed past its winning number", () => {
    const maxTickets = draws.find(({ id }) => id === "demo-soldout")?.maxTickets;
    expect(ticketsOf("demo-soldout")).toBe(maxTickets);
    const winner = draws.find(({ id }) => id === "demo-closed")?.winners[0];
    expect(ticketsOf("demo-closed")).toBeGreaterThanOrEqual(winner?.number ?? Number.POSITIVE_INFINITY);
  });
});
