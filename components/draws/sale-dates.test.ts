import { expect, it } from "vitest";

import type { PublicDraw } from "@/lib/draws/rules.projection";
import { drawSchema } from "@/lib/draws/schema";
import { receiptDraw } from "@/tests/support/draws/receipt-draw";
import { formatSaleDates } from "./sale-dates";

function datesWith(prizeTypes: string[]) {
  const winners = prizeTypes.map((prizeType) => ({
    poolId: "main",
    prizeType,
    number: 4,
    drawnAt: "2026-12-01T17:00:00Z",
  }));
  return formatSaleDates(drawSchema.parse({ ...receiptDraw, winners }) as unknown as PublicDraw, "en");
}

it("says that the number was drawn once the draw's own was, and not by an early bird's", () => {
  expect(datesWith([]).isDrawn).toBe(false);
  expect(datesWith(["Early Bird"]).isDrawn).toBe(false);
  expect(datesWith(["Early Bird", "Grand Prize"]).isDrawn).toBe(true);
});
