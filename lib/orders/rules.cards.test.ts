import { expect, it } from "vitest";

import { nameCard } from "./rules.cards";

it("shows a card by its last digits, and a wallet by its name, because its digits are the device's", () => {
  expect(nameCard({ type: "VI", lastFour: "1234" }, "fr")).toBe("Visa ••••\u00a01234");
  expect(nameCard({ type: "MC", lastFour: "1004", wallet: "apple-pay" }, "en")).toBe("Apple Pay (Mastercard)");
});

it("names debit cards as their brands do in each language", () => {
  expect(nameCard({ type: "PV", lastFour: "1234" }, "fr")).toBe("Visa Débit ••••\u00a01234");
  expect(nameCard({ type: "MD", lastFour: "1234", wallet: "apple-pay" }, "fr")).toBe("Apple Pay (Débit Mastercard)");
  expect(nameCard({ type: "PV", lastFour: "1234" }, "en")).toBe("Visa Debit ••••\u00a01234");
});
