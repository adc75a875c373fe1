import { expect, it } from "vitest";

import { fakeTerminalDraw } from "@/tests/support/views/terminal-draw";
import { groupDraws } from "./terminal-home";

const now = new Date("2026-11-20T15:00:00Z");

it("what can be sold comes first, by its close and tests last; all others are apart", () => {
  const held = fakeTerminalDraw("held", now, -2, 3);
  const { onSale, others } = groupDraws([
    fakeTerminalDraw("past", now, -90, -50),
    fakeTerminalDraw("test", now, -2, 1, { isTestDraw: true }),
    fakeTerminalDraw("later", now, 5, 9),
    { ...held, live: { ...held.live, salesOpen: false, reason: "all-held" } },
    fakeTerminalDraw("long", now, -2, 8),
    fakeTerminalDraw("soon", now, -2, 4),
  ]);
  const getIds = (draws: typeof onSale) => draws.map(({ draw }) => draw.id);
  expect([getIds(onSale), getIds(others)]).toEqual([
    ["soon", "long", "test"],
    ["held", "later", "past"],
  ]);
});
