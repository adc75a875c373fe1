import { expect, it } from "vitest";

import { computeRaised, computeRaisedByDraw } from "./rules.money";

const line = (poolId: string) => ({ poolId, packageId: "p", quantity: 1, tickets: 1, amount: 10 });

it("is half of what was spent on 50/50 draws, rounded down to the cent", () => {
  const draw = { type: "5050 Cash" as const, secondDraws: [{ id: "lights", type: "5050 Cash" as const }] };
  expect(computeRaised({ lines: [line("main")], amount: 20 }, draw)).toBe(10);
  expect(computeRaised({ lines: [line("main"), line("lights")], amount: 0.25 }, draw)).toBe(0.12);
});

it("isn't shown for a raffle, or for an order that includes one", () => {
  const raffle = { type: "Prize raffle" as const, secondDraws: [] };
  expect(computeRaised({ lines: [line("main")], amount: 20 }, raffle)).toBeNull();
  const both = { type: "5050 Cash" as const, secondDraws: [{ id: "car", type: "Prize raffle" as const }] };
  expect(computeRaised({ lines: [line("main"), line("car")], amount: 20 }, both)).toBeNull();
});

it("is what the winner of a 50/50 leaves of the pot, once there is one", () => {
  const winner = { poolId: "main", prizeType: "Grand Prize", number: 4, drawnAt: "2026-11-21T12:00:00Z" } as const;
  const drawn = { winners: [winner] };
  expect(computeRaisedByDraw(drawn, { prize: 1234.56, pot: 2469.13 })).toBe(1234.57);
  expect(computeRaisedByDraw({ winners: [] }, { prize: 10, pot: 20 })).toBeNull();
  expect(computeRaisedByDraw({ winners: [{ ...winner, prizeType: "Early Bird" }] }, { prize: 10, pot: 20 })).toBeNull();
  expect(computeRaisedByDraw(drawn, { prize: null, pot: 20 })).toBeNull();
  expect(computeRaisedByDraw(drawn, { prize: 20, pot: 20 })).toBeNull();
});
