// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, describe, expect, it } from "vitest";

import { formatTicketNumber, groupByPool } from "@/lib/orders/rules.pools";
import type { PoolPrize } from "@/lib/receipts/paper/rules.ticket";
import en from "@/messages/en.json";
import { NumberRanges } from "./number-ranges";

const titles = new Map([
  ["main", { title: "Warm Winter", licence: "RAF1", drawn: "December 1" }],
  ["car", { title: "The car", licence: "", drawn: null }],
]);

function range(poolId: string, first: number, last: number, isVoid = false) {
  return { poolId, first, last, void: isVoid };
}

afterEach(cleanup);

describe("formatTicketNumber", () => {
  it.each([
    [7, "7"],
    [9999, "9999"],
    [10_000, "10\u00a0000"],
    [1_234_567, "1\u00a0234\u00a0567"],
  ])("%d", (ticketNumber, text) => {
    expect(formatTicketNumber(ticketNumber)).toBe(text);
  });
});

describe("groupByPool", () => {
  it("keeps the order of the pools, sorts ranges, and names an unknown pool by its id", () => {
    const pools = groupByPool(
      [range("old", 1, 1), range("car", 5, 9), range("main", 41, 60), range("main", 1, 20)],
      titles,
    );
    expect(pools.map(({ title, ranges }) => [title, ranges.map(({ first }) => first)])).toEqual([
      ["Warm Winter", [1, 41]],
      ["The car", [5]],
      ["old", [1]],
    ]);
  });
});

describe("NumberRanges", () => {
  function show(numbers: ReturnType<typeof range>[], isLicenceElsewhere = false, prizes?: Map<string, PoolPrize>) {
    render(
      <NextIntlClientProvider locale="en" messages={en}>
        <NumberRanges pools={groupByPool(numbers, titles)} prizes={prizes} isLicenceElsewhere={isLicenceElsewhere} />
      </NextIntlClientProvider>,
    );
  }

  it("reads a range aloud and counts it, both ends included", () => {
    show([range("main", 41, 60)]);
    expect(screen.getByText("41 to 60")).toBeTruthy();
    expect(screen.getByText("20 numbers")).toBeTruthy();
    expect(screen.queryByRole("heading")).toBeNull();
  });

  it("shows a single number once, marks a void range, and titles several pools", () => {
    show([range("main", 7, 7), range("car", 1, 2, true)]);
    expect(screen.getByText("1 number")).toBeTruthy();
    expect(screen.getByText("Void")).toBeTruthy();
    expect(screen.getAllByRole("heading").map((heading) => heading.textContent)).toEqual(["Warm Winter", "The car"]);
    expect(screen.getByText("Draw on December 1")).toBeTruthy();
    expect(screen.getByText("Licence RAF1")).toBeTruthy();
  });

  it("has a number under its draw's title and date, and no licence that is said elsewhere", () => {
    show([range("main", 7, 7), range("car", 9, 9)], true);
    const text = document.body.textContent ?? "";
    const places = ["Warm Winter", "Draw on December 1", "1 number", "The car"].map((part) => text.indexOf(part));
    expect(places).toEqual([...places].sort((left, right) => left - right));
    expect(places).not.toContain(-1);
    expect(screen.queryByText("Licence RAF1")).toBeNull();
  });

  it("has the prize after the numbers of its draw, and of one that grows what it is so far", () => {
    const prizes = new Map([
      ["main", { words: "$698", isGrowing: true }],
      ["car", { words: "A car", isGrowing: false }],
    ]);
    show([range("main", 7, 7), range("car", 9, 9)], true, prizes);
    const text = document.body.textContent ?? "";
    expect(text).toMatch(/1 numberEstimated prize so far \$698The car.*1 numberA car$/);
  });

  it("titles a second draw on its own, because its numbers aren't the main draw's", () => {
    show([range("car", 120, 120)]);
    expect(screen.getAllByRole("heading").map((heading) => heading.textContent)).toEqual(["The car"]);
  });
});
