import { expect, it } from "vitest";

import { toPublicDraw } from "@/lib/draws/rules.projection";
import { drawSchema } from "@/lib/draws/schema";
import { demoDraws } from "@/scripts/demo/draws";
import { toCheckoutDraw } from "./checkout-draw";
import { packDraw, unpackDraw } from "./packed-draw";

const now = new Date("2026-11-20T15:00:00Z");
const draws = demoDraws(now).map((draw) => drawSchema.parse(draw));

it.each(draws)("$id is the same after packing and unpacking, and smaller in between", (draw) => {
  const counters = {
    ...{ poolId: "main", maxTickets: draw.maxTickets, sold: 0, voided: 0, reserved: 0, jackpotBaseCents: 0 },
    ...{ salesCents: 0, reservedCents: 0, maxJackpotCents: null, cutOffAt: null },
  };
  const facts = { draw, closedAt: null, counters, pools: new Map() };
  const sold = toCheckoutDraw(toPublicDraw(facts, { pools: new Map(), teams: [] }, now), "fr");
  const packed = packDraw(sold);
  expect(unpackDraw(packed)).toEqual(sold);
  expect(JSON.stringify(packed).length).toBeLessThan(JSON.stringify(sold).length);
});
