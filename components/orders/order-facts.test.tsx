// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, expect, it } from "vitest";

import type { PublicDraw } from "@/lib/draws/rules.projection";
import { drawSchema } from "@/lib/draws/schema";
import fr from "@/messages/fr.json";
import { drawOnPaper, orderOnPaper } from "@/tests/support/paper";
import { OrderFacts } from "./order-facts";

afterEach(cleanup);

function factOf(name: string): string {
  return screen.getByText(name).nextElementSibling?.textContent ?? "";
}

it("names every early bird, also one that only a prize names, and where the draw is held: paper is a receipt", () => {
  const prizes = { "Early Bird": [{ description: "A sled", drawDate: "2026-12-10T17:00:00Z" }] };
  const draw = drawSchema.parse({ ...drawOnPaper, prizes }) as unknown as PublicDraw;
  render(
    <NextIntlClientProvider locale="fr" messages={fr} timeZone="America/Toronto">
      <OrderFacts
        order={orderOnPaper("fr")}
        draw={draw}
        pools={new Map()}
        locale="fr"
        checkoutHost="https://tickets.example.test"
      />
    </NextIntlClientProvider>,
  );
  expect(factOf(fr.order.earlyBirds)).toMatch(/^1er décembre 2026.*10 décembre 2026/);
  expect(factOf(fr.receipt.place)).toBe("Scotiabank Arena");
});
