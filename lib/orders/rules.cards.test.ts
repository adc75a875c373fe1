import { expect, it } from "vitest";

import { nameCard } from "./rules.cards";

it("names a card by its last digits, and a wallet's by the wallet: its digits are those of the device", () => {
  expect(nameCard({ type: "VI", lastFour: "1234" })).toBe("Visa •••• 1234");
  expect(nameCard({ type: "MC", lastFour: "1004", wallet: "apple-pay" })).toBe("Apple Pay (Mastercard)");
});
