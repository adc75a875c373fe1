// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ClearSales } from "@/components/terminal/clear-sales";
import type { OrderView } from "@/lib/orders/rules";
import messages from "@/messages/en.json";
import { demoCheckoutDraw } from "@/tests/support/views/fake-checkout-draw";
import { fakeOrder } from "@/tests/support/views/fake-order";
import {
  cancelOrder,
  cashPath,
  clickButton,
  findCashConfirm,
  openStage,
  order,
  pollPath,
  refusal,
  saleStage,
  sold,
} from "@/tests/support/views/sale-stage";
import { formLifeMs } from "./sale-session";

const stage = saleStage();

const teams = [
  { id: "all", title: { text: "All" }, name: { text: "All" }, teams: [{ id: "north", name: { text: "North" } }] },
];
const draw = { ...demoCheckoutDraw(), teams };
const bob = { name: "Bob Arena", maskedEmail: "b•••@arena.test" };
const typed: [RegExp, string][] = [
  [/Full name/, "Bob Arena"],
  [/Email/, "bob@arena.test"],
  [/Phone/, "416 555 0199"],
  [/Postal code/, "M5V 2T6"],
];
const cancelPath = "/api/terminal/orders/demo/ORDER/cancel";
const personal = /bob|arena|555 0199|M5V/i;

/** Searches by text only, because a search by role reads the whole page. */
function getRadio(text: string): HTMLInputElement {
  const labels = [...document.querySelectorAll("label")].filter((label) => label.textContent?.startsWith(text));
  const radio = labels[0]?.querySelector("input");
  if (!radio || labels.length > 1) throw new Error(`Nothing chooses ${text}.`);
  return radio;
}

async function waitForChoice(): Promise<void> {
  const isReady = () => document.querySelector<HTMLFieldSetElement>("form > fieldset")?.disabled === false;
  await waitFor(() => expect(isReady()).toBe(true));
}

function fillIn(): void {
  for (const choice of ["10 tickets", "North", "Français"]) fireEvent.click(getRadio(choice));
  fireEvent.change(screen.getByLabelText(/Province/), { target: { value: "QC" } });
  for (const [label, text] of typed) fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
}

function answerWith(changes: Partial<OrderView>) {
  return () => Response.json({ order: { ...order, buyer: bob, ...changes } });
}

async function holdForBob(method: "Cash" | "Phone" = "Cash"): Promise<void> {
  stage.routes["/api/orders"] = () => Response.json({ order: { ...order, buyer: bob } }, { status: 201 });
  stage.routes[pollPath] = answerWith({});
  stage.routes[cancelPath] = answerWith({ status: "cancelled" });
  openStage({ draw });
  fillIn();
  clickButton(method);
  if (method === "Cash") await findCashConfirm();
  else await screen.findByRole("img", { name: /QR code/ });
}

function kept(): string {
  return JSON.stringify([{ ...window.localStorage }, { ...window.sessionStorage }]);
}

/** The page is ready for the next buyer, whose order contains nothing of Bob's. */
async function expectNextBuyer(): Promise<void> {
  await waitForChoice();
  for (const [label] of typed) expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe("");
  expect(screen.getByLabelText<HTMLSelectElement>(/Province/).value).toBe("ON");
  expect(getRadio("40 tickets")).toHaveProperty("checked", true);
  expect(getRadio("North")).toHaveProperty("checked", false);
  expect(getRadio("English")).toHaveProperty("checked", true);
  expect(screen.getByRole("button", { name: "Add buyer" })).toBeTruthy();
  expect(document.body.textContent).not.toMatch(personal);
  expect(kept()).not.toMatch(personal);
  expect(kept()).not.toContain(order.orderId);
  const before = stage.getCalls("/api/orders");
  stage.routes["/api/orders"] = () => Response.json({ order }, { status: 201 });
  stage.routes[pollPath] = () => Response.json({ order });
  clickButton("Cash");
  await findCashConfirm();
  const asked = stage.getCalls("/api/orders").at(-1);
  expect(stage.getCalls("/api/orders")).toHaveLength(before.length + 1);
  expect(before.map(({ key }) => key)).not.toContain(asked?.key);
  expect(asked?.body).toMatchObject({ lines: [{ packageId: "p40", quantity: 1 }], locale: "en" });
  expect(Object.keys(asked?.body ?? {})).not.toEqual(expect.arrayContaining(["buyer"]));
  expect(JSON.stringify(asked)).not.toMatch(/bob|arena|555 0199|M5V|north/i);
}

const endings: [string, () => Promise<void> | void][] = [
  ["the operator cancels it", cancelOrder],
  [
    "its card was declined and the operator cancels it",
    async () => {
      clickButton("Phone");
      stage.routes[pollPath] = answerWith({ status: "paying" });
      await screen.findByText("Payment in progress");
      stage.routes[pollPath] = answerWith({ lastPayment: { sentAt: order.placedAt, state: "declined" } });
      clickButton("Check now");
      await screen.findByText(messages.terminalSale.reasons.declined);
      await cancelOrder();
    },
  ],
  [
    "the answer to its cancellation is lost",
    async () => {
      stage.routes[cancelPath] = () => Promise.reject(new TypeError("Failed to fetch"));
      await cancelOrder();
      await screen.findByText("Connection lost");
      stage.routes[pollPath] = answerWith({ status: "cancelled" });
      clickButton("Check now");
    },
  ],
  [
    "its time is over",
    () => {
      stage.routes[pollPath] = answerWith({ status: "expired" });
      for (const event of ["offline", "online"]) window.dispatchEvent(new Event(event));
    },
  ],
  [
    "its buyer gives it up",
    () => {
      stage.routes[pollPath] = answerWith({ status: "cancelled" });
      for (const event of ["offline", "online"]) window.dispatchEvent(new Event(event));
    },
  ],
  [
    "another tablet has its cash",
    async () => {
      stage.routes[cashPath] = () => refusal("cash-taken-elsewhere", 409);
      fireEvent.click(await findCashConfirm());
    },
  ],
  [
    "it is gone when its cash is taken",
    async () => {
      stage.routes[cashPath] = () => refusal("order-expired", 409);
      fireEvent.click(await findCashConfirm());
    },
  ],
];

describe("the next buyer sees nothing of the previous one when", () => {
  it.each(endings)("%s", async (_how, end) => {
    await holdForBob();
    await end();
    await expectNextBuyer();
  });

  it("the next sale begins while a phone has its order", async () => {
    await holdForBob("Phone");
    clickButton("Next sale");
    await expectNextBuyer();
  });

  it("a sale has ended and the page is reloaded", async () => {
    await holdForBob();
    await cancelOrder();
    await waitForChoice();
    cleanup();
    openStage({ draw });
    await expectNextBuyer();
  });

  it.each(["a form", "held tickets"])("the operator leaves %s for the terminal's home page", async (what) => {
    if (what === "held tickets") await holdForBob();
    else {
      openStage({ draw });
      fillIn();
    }
    cleanup();
    render(<ClearSales place="home" />);
    expect(kept()).not.toMatch(personal);
    cleanup();
    openStage({ draw });
    await expectNextBuyer();
  });

  it("nobody continues with the form", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    openStage({ draw });
    fillIn();
    act(() => vi.advanceTimersByTime(formLifeMs));
    vi.useRealTimers();
    await expectNextBuyer();
  });

  it("a list hands over another buyer's order", async () => {
    openStage({ draw });
    fillIn();
    cleanup();
    const orderId = "ZZZZZZZZZZZZZZZZZZZZZZZZZZ";
    const other = fakeOrder({ orderId, buyer: null, expiresAt: order.expiresAt });
    stage.routes[`/api/terminal/orders/demo/${orderId}`] = () => Response.json({ order: other });
    window.location.hash = `order=${orderId}`;
    openStage({ draw });
    await findCashConfirm();
    expect(document.body.textContent).not.toMatch(personal);
    expect(kept()).not.toMatch(personal);
  });
});

describe("a buyer whose sale continues", () => {
  it("is asked nothing twice if no tickets were available", async () => {
    stage.routes["/api/orders"] = () => refusal("sold-out", 409);
    openStage({ draw });
    fillIn();
    clickButton("Cash");
    await waitFor(() => expect(stage.getCalls("/api/orders")).toHaveLength(1));
    await waitForChoice();
    for (const [label, text] of typed) expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe(text);
    expect(getRadio("10 tickets")).toHaveProperty("checked", true);
  });

  it("is still there after a reload, in form or order", async () => {
    openStage({ draw });
    fillIn();
    cleanup();
    await holdForBob();
    cleanup();
    openStage({ draw });
    await findCashConfirm();
    expect(screen.getByText(/Bob Arena/)).toBeTruthy();
    expect(stage.getCalls("/api/orders").at(-1)?.body).toMatchObject({ buyer: { name: "Bob Arena" } });
  });

  it("is found again if money may be in progress, wherever the operator has been", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await holdForBob();
    stage.routes[cashPath] = () => Promise.reject(new TypeError("Failed to fetch"));
    fireEvent.click(await findCashConfirm());
    await screen.findByText("Connection lost");
    cleanup();
    render(<ClearSales place="home" />);
    cleanup();
    stage.routes[pollPath] = () => Response.json({ order: { ...sold, buyer: bob, method: "cash", hasOwnCash: true } });
    openStage({ draw });
    await waitFor(() => expect(stage.assign).toHaveBeenCalledTimes(1));
  });
});
