// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { StrictMode, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { DeviceContext } from "@/components/terminal/device/use-device";
import { changeSettings } from "@/components/terminal/shell/tablet-settings";
import { toPublicDraw } from "@/lib/draws/rules.projection";
import { drawSchema } from "@/lib/draws/schema";
import type { TerminalOrder } from "@/lib/terminal/orders/rules";
import en from "@/messages/en.json";
import fr from "@/messages/fr.json";
import { receiptDraw, receiptOrder } from "@/tests/support/draws/receipt-draw";
import { fakeTerminalOrder } from "@/tests/support/views/fake-terminal-order";
import { pickReceiptMessages } from "./receipt-messages";
import { storeSoldNote } from "./sold-note";
import { SoldOrder } from "./sold-order";

const cash = {
  sentAt: "2026-11-21T20:00:00Z",
  method: "cash",
  state: "approved",
  amount: 1245.5,
  askAt: null,
} as const;
const sold = fakeTerminalOrder({
  ...receiptOrder("fr"),
  card: null,
  method: "cash",
  soldBy: "Gate 3",
  isTest: false,
  attempts: [cash],
  actions: ["refund"],
  // $20 of the $1,245.50 were refunded before.
  refundable: [
    { line: 1, poolId: "main", tickets: 40, amount: 1000, first: 1, last: 40 },
    { line: 2, poolId: "main", tickets: 40, amount: 225.5, first: 41, last: 80 },
  ],
});

const counters = {
  poolId: "main",
  maxTickets: null,
  sold: 80,
  voided: 0,
  reserved: 0,
  jackpotBaseCents: 0,
  salesCents: 122_550,
  reservedCents: 0,
  maxJackpotCents: null,
  cutOffAt: null,
};
const draw = toPublicDraw(
  { draw: drawSchema.parse(receiptDraw), closedAt: null, mainPool: counters, pools: new Map() },
  { pools: new Map(), teams: [] },
  new Date("2026-11-21T20:00:00Z"),
);

const asked = en.terminalReceipt.check.question;
const complaints = vi.spyOn(console, "error");
let reprints = 0;
/** The claim that got the original, as the server stores it. */
let original: string | null = null;
let printed: string[] = [];
let answers: Record<string, (claim: string | null) => Response> = {};
let paths: string[] = [];

function paperText(): string {
  return document.getElementById("receipt-paper")?.textContent ?? "";
}

beforeEach(() => {
  [reprints, original, printed, paths] = [0, null, [], []];
  answers = {
    reprint: (claim) => {
      if (reprints === 0) original ??= claim;
      const isOriginal = claim !== null && claim === original;
      if (!isOriginal) reprints += 1;
      return Response.json({ order: { ...sold, reprints }, copy: isOriginal ? 0 : reprints });
    },
    refund: () =>
      Response.json({
        order: {
          ...sold,
          status: "refunded",
          refunds: [
            { amount: 1225.5, state: "done", lines: 2, isCash: true, requestedAt: "", doneAt: "2026-11-21T20:10:00Z" },
          ],
        },
      }),
  };
  vi.stubGlobal("fetch", async (path: string, { headers }: RequestInit = {}) => {
    paths.push(path.split("/").at(-1) ?? "");
    return answers[path.split("/").at(-1) ?? ""]?.(new Headers(headers).get("idempotency-key")) ?? Response.json({});
  });
  window.sessionStorage.clear();
  window.localStorage.clear();
  window.print = () => {
    printed.push(paperText());
    window.dispatchEvent(new Event("afterprint"));
  };
});

afterEach(() => {
  cleanup();
  // next-intl reports a missing word only here.
  expect(complaints).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

function Page({ first }: { first: TerminalOrder }) {
  const [order, setOrder] = useState(first);
  const receiptMessages = { en: pickReceiptMessages(en), fr: pickReceiptMessages(fr) };
  return (
    <SoldOrder
      order={order}
      onOrder={setOrder}
      draw={draw}
      receiptMessages={receiptMessages}
      checkoutHost="https://shop.test"
    />
  );
}

/** The printer is unknown if it is null. */
function open(first: TerminalOrder = sold, printer: string | null = null): void {
  const deviceDetails = { name: "Gate 3", operator: "Noa", printer: printer ?? "", active: true, allocated: true };
  const ids = { deviceId: "D1", parentId: "parent", locationId: "gate" };
  const allocation = printer === null ? null : { ...ids, deviceDetails };
  render(
    <StrictMode>
      <NextIntlClientProvider locale="en" messages={en} timeZone="America/Toronto">
        <DeviceContext value={{ allocation, isLoading: false, refusal: null, reload: () => undefined }}>
          <Page first={first} />
        </DeviceContext>
      </NextIntlClientProvider>
    </StrictMode>,
  );
}

function clickButton(name: string): void {
  fireEvent.click(screen.getByRole("button", { name }));
}

function printByMenu(): void {
  window.dispatchEvent(new Event("beforeprint"));
  window.print();
}

describe("the page after a sale", () => {
  it("shows the change due, and starts the next sale with one press", () => {
    storeSoldNote({ orderId: sold.orderId, givenCents: 130_000, isPrinted: false });
    open();
    expect(screen.getByText("$54.50")).toBeTruthy();
    expect(document.activeElement?.textContent).toBe("Next sale");
  });

  it("shows all of the cash as change if it came after a phone's payment", () => {
    storeSoldNote({ orderId: sold.orderId, givenCents: 130_000, isPrinted: false });
    open({ ...sold, method: "card" });
    expect(screen.getByText(/Give the buyer their \$1,300.00 in cash back/)).toBeTruthy();
    expect(screen.queryByText("Change due")).toBeNull();
  });

  it("prints the original unmarked in the buyer's language, then counted and marked copies", async () => {
    storeSoldNote({ orderId: sold.orderId, givenCents: null, isPrinted: false });
    open();
    clickButton("Print receipt");
    await screen.findByText(asked);
    expect(printed[0]).toContain("Vos numéros");
    expect(printed[0]).not.toContain("RÉIMPRESSION");
    expect(paths).toEqual(["reprint"]);
    clickButton("No, print again");
    await waitFor(() => expect(printed).toHaveLength(2));
    expect(printed[1]).toContain("RÉIMPRESSION 1");
    expect(paths).toEqual(["reprint", "reprint"]);
    clickButton("No, print again");
    await waitFor(() => expect(printed[2]).toContain("RÉIMPRESSION 2"));
  });

  it("starts the next sale with the same press that confirms the printout", async () => {
    storeSoldNote({ orderId: sold.orderId, givenCents: null, isPrinted: false });
    open();
    clickButton("Print receipt");
    const yes = await screen.findByRole("link", { name: "Yes, next sale" });
    expect(yes.getAttribute("href")).toBe(`/terminal/${sold.instanceId}`);
    await waitFor(() => expect(document.activeElement).toBe(yes));
    expect(screen.queryByRole("link", { name: "Next sale" })).toBeNull();
    expect(screen.getByRole("link", { name: "Order details" })).toBeTruthy();
  });

  it("marks its printout if another page of the sale printed the original", async () => {
    storeSoldNote({ orderId: sold.orderId, givenCents: null, isPrinted: false });
    open();
    original = "claim-of-the-other-page";
    clickButton("Print receipt");
    await waitFor(() => expect(printed[0]).toContain("RÉIMPRESSION 1"));
  });

  it("requests the original again if the answer was lost, and prints it", async () => {
    storeSoldNote({ orderId: sold.orderId, givenCents: null, isPrinted: false });
    open();
    const { reprint } = answers;
    answers.reprint = (claim) => {
      reprint?.(claim);
      throw new TypeError("Failed to fetch");
    };
    clickButton("Print receipt");
    const alert = await screen.findByRole("alert");
    await waitFor(() => expect(alert.textContent).not.toBe(""));
    expect(printed).toEqual([]);
    answers.reprint = reprint ?? answers.reprint;
    clickButton("Print receipt");
    await waitFor(() => expect(printed).toHaveLength(1));
    expect(printed[0]).not.toContain("RÉIMPRESSION");
  });

  it("marks the printout of a sale that another page made", async () => {
    open();
    clickButton("Reprint receipt");
    await waitFor(() => expect(printed[0]).toContain("RÉIMPRESSION 1"));
    expect(paths).toEqual(["reprint"]);
  });

  it("prints nothing that wasn't counted", async () => {
    answers.reprint = () => Response.json({ reason: "receipt-unavailable", requestId: "r" }, { status: 409 });
    open();
    clickButton("Reprint receipt");
    await screen.findByText(en.reasons["receipt-unavailable"]);
    expect(printed).toEqual([]);
  });

  it("marks and counts what the browser's own menu prints, because that can't ask first", async () => {
    storeSoldNote({ orderId: sold.orderId, givenCents: null, isPrinted: false });
    open();
    printByMenu();
    expect(printed[0]).toContain("RÉIMPRESSION 1");
    await screen.findByText("Reprinted once");
    clickButton("No, print again");
    await waitFor(() => expect(printed[1]).toContain("RÉIMPRESSION 2"));
    expect(paths).toEqual(["reprint", "reprint"]);
  });

  it("cancels the sale after a confirmation that names the amount to return, and then says how much to return", async () => {
    storeSoldNote({ orderId: sold.orderId, givenCents: null, isPrinted: false });
    open();
    clickButton("Print receipt");
    await screen.findByText(asked);
    clickButton("Cancel the sale");
    expect(paths).toEqual(["reprint"]);
    clickButton("Cancel and refund $1,225.50");
    await screen.findByText(/Give the buyer \$1,225.50 in cash/);
    expect(paths).toEqual(["reprint", "refund"]);
  });

  it("says why this tablet can't cancel the sale", async () => {
    storeSoldNote({ orderId: sold.orderId, givenCents: null, isPrinted: false });
    const kept = { ...sold, actions: [], noRefund: "refund-after-winner" } as const;
    answers.reprint = () => Response.json({ order: kept, copy: 0 });
    open({ ...kept, actions: [] });
    clickButton("Print receipt");
    await screen.findByText(en.reasons["refund-after-winner"]);
    expect(screen.queryByRole("button", { name: "Cancel the sale" })).toBeNull();
  });

  it("says how much to return if the answer to a cancelled sale was lost", async () => {
    const refunded = answers.refund;
    answers.refund = () => {
      answers[sold.orderId] = refunded as never;
      throw new TypeError("Failed to fetch");
    };
    storeSoldNote({ orderId: sold.orderId, givenCents: null, isPrinted: false });
    open();
    clickButton("Print receipt");
    await screen.findByText(asked);
    clickButton("Cancel the sale");
    clickButton("Cancel and refund $1,225.50");
    await screen.findByText(/Give the buyer \$1,225.50 in cash/);
    expect(paths).toEqual(["reprint", "refund", sold.orderId]);
  });
});

describe("an automatically printed receipt", () => {
  const fresh = { orderId: sold.orderId, givenCents: null, isPrinted: false };

  it("is printed once if there is a roll, unmarked, and asks whether it printed", async () => {
    storeSoldNote(fresh);
    open(sold, "58mm");
    await screen.findByText(asked);
    expect(printed).toHaveLength(1);
    expect(printed[0]).not.toContain("RÉIMPRESSION");
    expect(paths).toEqual(["reprint"]);
  });

  it("isn't printed again by a reload", async () => {
    storeSoldNote(fresh);
    answers.reprint = () => Response.json({ reason: "service-unavailable", requestId: "r" }, { status: 503 });
    open(sold, "58mm");
    await waitFor(() => expect(paths).toEqual(["reprint"]));
    cleanup();
    open(sold, "58mm");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(paths).toEqual(["reprint"]);
    expect(printed).toEqual([]);
  });

  it.each([
    ["of a sale that another page made", null, "58mm", sold],
    ["on a tablet without a roll", fresh, "browser", sold],
    ["of a sale that was cancelled", fresh, "58mm", { ...sold, status: "refunded" as const }],
  ])("isn't printed %s", async (_what, note, printer, order) => {
    if (note) storeSoldNote(note);
    open(order, printer);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([printed, paths]).toEqual([[], []]);
  });

  it("follows the tablet's setting, whatever its printer", async () => {
    storeSoldNote(fresh);
    changeSettings({ printsAtOnce: false });
    open(sold, "58mm");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(printed).toEqual([]);
    fireEvent.click(screen.getByRole("checkbox", { name: "Print automatically" }));
    await waitFor(() => expect(printed).toHaveLength(1));
  });
});
