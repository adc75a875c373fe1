// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { toPublicDraw } from "@/lib/draws/rules.projection";
import { drawSchema } from "@/lib/draws/schema";
import type { TerminalOrder } from "@/lib/terminal/rules.orders";
import en from "@/messages/en.json";
import fr from "@/messages/fr.json";
import { drawOnPaper, orderOnPaper } from "@/tests/support/paper";

import { fakeTerminalOrder } from "./fake-terminal-order";
import { receiptWordsOf } from "./receipt-words";
import { writeSoldNote } from "./sold-note";
import { SoldOrder } from "./sold-order";

const cash = {
  sentAt: "2026-11-21T20:00:00Z",
  method: "cash",
  state: "approved",
  amount: 1245.5,
  askAt: null,
} as const;
const sold = fakeTerminalOrder({
  ...orderOnPaper("fr"),
  card: null,
  isTest: false,
  attempts: [cash],
  actions: ["refund"],
});

const counters = {
  poolId: "main",
  maxTickets: null,
  sold: 80,
  reserved: 0,
  jackpotBaseCents: 0,
  salesCents: 122_550,
  reservedCents: 0,
  maxJackpotCents: null,
  cutOffAt: null,
};
const draw = toPublicDraw(
  { draw: drawSchema.parse(drawOnPaper), closedAt: null, counters },
  { recent: [], purchasesPerDay: 0, teams: [] },
  new Date("2026-11-21T20:00:00Z"),
);

const complaints = vi.spyOn(console, "error");
let reprints = 0;
let printed: string[] = [];
let answers: Record<string, () => Response> = {};
let paths: string[] = [];

function wordsOfPaper(): string {
  return document.getElementById("receipt-paper")?.textContent ?? "";
}

beforeEach(() => {
  [reprints, printed, paths] = [0, [], []];
  answers = {
    reprint: () => {
      reprints += 1;
      return Response.json({ order: { ...sold, reprints } });
    },
    refund: () =>
      Response.json({
        order: {
          ...sold,
          status: "refunded",
          refunds: [{ amount: 1245.5, state: "done", lines: 3, requestedAt: "", doneAt: "2026-11-21T20:10:00Z" }],
        },
      }),
  };
  vi.stubGlobal("fetch", async (path: string) => {
    paths.push(path.split("/").at(-1) ?? "");
    return answers[path.split("/").at(-1) ?? ""]?.() ?? Response.json({});
  });
  window.sessionStorage.clear();
  window.print = () => {
    printed.push(wordsOfPaper());
    window.dispatchEvent(new Event("afterprint"));
  };
});

afterEach(() => {
  cleanup();
  // A word that is missing is told here and nowhere else.
  expect(complaints).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

function Page() {
  const [order, setOrder] = useState<TerminalOrder>(sold);
  const words = { en: receiptWordsOf(en), fr: receiptWordsOf(fr) };
  return <SoldOrder order={order} onOrder={setOrder} draw={draw} words={words} checkoutHost="https://shop.test" />;
}

function open(): void {
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="America/Toronto">
      <Page />
    </NextIntlClientProvider>,
  );
}

function press(name: string): void {
  fireEvent.click(screen.getByRole("button", { name }));
}

/** What the browser's own menu does around a print. */
function printByMenu(): void {
  window.dispatchEvent(new Event("beforeprint"));
  window.print();
}

describe("the page after a sale", () => {
  it("shows the change, and begins the next sale with one press", () => {
    writeSoldNote({ orderId: sold.orderId, givenCents: 130_000, isPrinted: false });
    open();
    expect(screen.getByText("$54.50")).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("Next sale");
  });

  it("prints the original unmarked in the buyer's language, then counted and marked copies", async () => {
    writeSoldNote({ orderId: sold.orderId, givenCents: null, isPrinted: false });
    open();
    press("Print the receipt");
    expect(printed[0]).toContain("Vos numéros");
    expect(printed[0]).not.toContain("RÉIMPRESSION");
    expect(paths).toEqual([]);
    await screen.findByText("Did it print completely?");
    press("No, print again");
    await waitFor(() => expect(printed).toHaveLength(2));
    expect(printed[1]).toContain("RÉIMPRESSION 1");
    expect(paths).toEqual(["reprint"]);
    press("Yes, complete");
    expect(screen.queryByText("Did it print completely?")).toBeNull();
    press("Print again (marked REPRINT)");
    await waitFor(() => expect(printed[2]).toContain("RÉIMPRESSION 2"));
  });

  it("marks what is printed of a sale that another page made", async () => {
    open();
    press("Print again (marked REPRINT)");
    await waitFor(() => expect(printed[0]).toContain("RÉIMPRESSION 1"));
    expect(paths).toEqual(["reprint"]);
  });

  it("prints nothing that was not counted", async () => {
    answers.reprint = () => Response.json({ reason: "receipt-unavailable", requestId: "r" }, { status: 409 });
    open();
    press("Print again (marked REPRINT)");
    await screen.findByText(en.reasons["receipt-unavailable"]);
    expect(printed).toEqual([]);
  });

  it("marks and counts what the browser's own menu prints after the original", async () => {
    writeSoldNote({ orderId: sold.orderId, givenCents: null, isPrinted: false });
    open();
    printByMenu();
    expect(printed[0]).not.toContain("RÉIMPRESSION");
    await screen.findByText("Did it print completely?");
    expect(paths).toEqual([]);
    printByMenu();
    expect(printed[1]).toContain("RÉIMPRESSION 1");
    await waitFor(() => expect(paths).toEqual(["reprint"]));
  });

  it("cancels the sale after a question that names the sum, and says what to give back", async () => {
    writeSoldNote({ orderId: sold.orderId, givenCents: null, isPrinted: false });
    open();
    press("Print the receipt");
    await screen.findByText("Did it print completely?");
    press("Cancel the sale");
    expect(paths).toEqual([]);
    press("Cancel the sale: $1,245.50");
    await screen.findByText(/Give the buyer \$1,245.50 back in cash/);
    expect(paths).toEqual(["refund"]);
  });
});
