import { expect, it } from "vitest";

import { formatCardName } from "./rules.payment";

const debitName = (type: "PV" | "MD") => ({ PV: "Visa Débit", MD: "Débit Mastercard" })[type];

it("shows a card by its last digits, and a wallet by its name, because its digits are the device's", () => {
  expect(formatCardName({ type: "VI", lastFour: "1234" }, debitName)).toBe("Visa ••••\u00a01234");
  expect(formatCardName({ type: "MC", lastFour: "1004", wallet: "apple-pay" }, debitName)).toBe(
    "Apple Pay (Mastercard)",
  );
});

it("names debit cards as their brands do in each language", () => {
  expect(formatCardName({ type: "PV", lastFour: "1234" }, debitName)).toBe("Visa Débit ••••\u00a01234");
  expect(formatCardName({ type: "MD", lastFour: "1234", wallet: "apple-pay" }, debitName)).toBe(
    "Apple Pay (Débit Mastercard)",
  );
});
