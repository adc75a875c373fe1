import { expect, it } from "vitest";

import { nameCard } from "./rules.cards";

it("shows a card by its last digits, and a wallet by its name, because its digits are the device's", () => {
  expect(nameCard({ type: "VI", lastFour: "1234" })).toBe("Visa ••••\u00a01234");
  expect(nameCard({ type: "MC", lastFour: "1004", wallet: "apple-pay" })).toBe("Apple Pay (Mastercard)");
});
