import { expect, it } from "vitest";

import { testCards } from "@/sandbox/test-cards";
import { demoCards, formatCardNumber } from "./demo-cards";

it("the listed cards behave at the demo's bank as described", () => {
  const cards = demoCards.map(({ number }) => testCards.find((card) => card.number === number));
  const results = cards.map((card) => {
    if (!card || card.behaviour === "amount-switch") return "unknown";
    if (card.behaviour.slow) return "slow";
    return card.behaviour.code === 1 ? "approved" : "declined";
  });
  expect(results).toEqual(demoCards.map(({ result }) => result));
  expect(cards.map((card) => card?.brand)).toEqual(demoCards.map(({ brand }) => brand));
});

it("formats a number in groups", () => {
  expect(formatCardNumber("371100001000131")).toBe("3711 0000 1000 131");
});
