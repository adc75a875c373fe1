// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ClearSales } from "@/components/terminal/clear-sales";
import type { OrderView } from "@/lib/orders/rules";
import messages from "@/messages/en.json";
import {
  cashPath,
  clickButton,
  findCashConfirm,
  openStage,
  order,
  pollPath,
  refusal,
  saleStage,
} from "@/tests/support/views/sale-stage";
import { saleSessions } from "./sale-session";

const stage = saleStage();

function goHome(): void {
  cleanup();
  render(<ClearSales place="home" />);
  cleanup();
}

/** Confirms cash while the tickets are being reserved. Returns a function that answers the reservation. */
async function confirmEarly(): Promise<(answer: Response) => void> {
  let answer: (answer: Response) => void = () => undefined;
  stage.routes["/api/orders"] = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  openStage();
  clickButton("Cash");
  fireEvent.click(await findCashConfirm());
  await waitFor(() => expect(stage.getCalls("/api/orders")).toHaveLength(1));
  return (given) => answer(given);
}

describe("cash confirmed during the reservation", () => {
  it("isn't lost: the same order comes back", async () => {
    await confirmEarly();
    goHome();
    stage.routes["/api/orders"] = () => Response.json({ order }, { status: 201 });
    openStage();
    await screen.findByText(messages.terminalSale.reasons["payment-not-made"]);
    const [first, second] = stage.getCalls("/api/orders");
    expect([second?.key, second?.body]).toEqual([first?.key, first?.body]);
    expect(stage.getCalls(cashPath)).toEqual([]);
  });

  it("is no longer in progress if no tickets were available", async () => {
    const answer = await confirmEarly();
    expect(saleSessions.read("demo").moving).toMatchObject({ means: "cash" });
    answer(refusal("sold-out", 409));
    await waitFor(() => expect(document.querySelector("#sale-trouble")).not.toBeNull());
    goHome();
    expect(window.sessionStorage.getItem("tirage-terminal-sale-demo")).toBeNull();
  });
});

const bobs = { ...order, buyer: { name: "Bob Arena", maskedEmail: "b•••@arena.test" } };
const declined = { ...bobs, lastPayment: { sentAt: order.placedAt, state: "declined" as const } };

function answerPoll(changes: Partial<OrderView>): void {
  stage.routes[pollPath] = () => Response.json({ order: { ...bobs, ...changes } });
}

function leaveCharge(): void {
  openStage();
  fireEvent.change(screen.getByLabelText(/Full name/), { target: { value: "Bob Arena" } });
  saleSessions.change("demo", { orderId: order.orderId, answered: true, moving: { means: "card", isLeft: false } });
  goHome();
}

/** The page sells to the next buyer, and says that the previous sale was left unpaid. */
async function expectNextBuyer(): Promise<void> {
  await screen.findByText(messages.reasons["left-unpaid"]);
  expect(screen.getByRole("button", { name: "Cash" })).toHaveProperty("disabled", false);
  expect(screen.queryByRole("button", { name: /Cash received/ })).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>(/Full name/).value).toBe("");
  expect(JSON.stringify([{ ...window.localStorage }, { ...window.sessionStorage }])).not.toContain(order.orderId);
}

describe("a card payment whose answer was lost before the operator left the page", () => {
  it.each([
    ["was declined", declined],
    ["was never charged", bobs],
  ])("%s: the next buyer's money isn't for that order", async (_what, found) => {
    leaveCharge();
    answerPoll(found);
    openStage();
    await expectNextBuyer();
  });

  it("is declined while the page is waiting for its bank again", async () => {
    leaveCharge();
    answerPoll({ status: "unknown" });
    openStage();
    await screen.findByText("Confirming the payment");
    answerPoll(declined);
    clickButton("Check now");
    await expectNextBuyer();
  });
});

describe("cash whose answer was lost before the operator left the page", () => {
  it("wasn't recorded, and says so: the sale continues, for whoever handed the cash over", async () => {
    stage.routes[cashPath] = () => refusal("service-unavailable", 503);
    openStage();
    clickButton("Cash");
    fireEvent.click(await findCashConfirm());
    await screen.findByText("Connection lost");
    goHome();
    openStage();
    await screen.findByText(messages.terminalSale.reasons["payment-not-made"]);
    stage.routes[cashPath] = () => Response.json({ order: { ...order, status: "finalized" } });
    fireEvent.click(await findCashConfirm());
    await waitFor(() => expect(stage.assign).toHaveBeenCalledTimes(1));
  });
});
