// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { readSoldNote } from "@/components/terminal/receipt/sold-note";
import { changeSettings } from "@/components/terminal/shell/tablet-settings";
import { runWhenReloadable } from "@/lib/platform/http/browser/reload-hold";
import messages from "@/messages/en.json";
import { demoCheckoutDraw } from "@/tests/support/views/fake-checkout-draw";
import {
  cashPath,
  clickButton,
  findCashConfirm,
  openStage,
  order,
  refusal,
  saleStage,
  sold,
} from "@/tests/support/views/sale-stage";

const stage = saleStage();

const extendPath = "/api/terminal/orders/demo/ORDER/extend";
const cancelPath = "/api/terminal/orders/demo/ORDER/cancel";

/** Waits by network turns only, so that no timer of the page fires. */
async function waitForButton(text: string): Promise<HTMLElement> {
  for (let turns = 0; turns < 1000; turns++) {
    const button = screen.queryByText(text)?.closest("button");
    if (button) return button;
    await act(() => new Promise((resolve) => setImmediate(resolve)));
  }
  throw new Error(`No button says ${text}.`);
}

describe("a sale at a terminal", () => {
  it("takes three taps for cash, and a double tap on the last one makes one sale", async () => {
    openStage();
    fireEvent.click(screen.getByRole("radio", { name: /10 tickets/ }));
    clickButton("Cash");
    const confirm = await findCashConfirm();
    fireEvent.click(confirm);
    fireEvent.click(confirm);
    await waitFor(() => expect(stage.assign).toHaveBeenCalledTimes(1));
    expect(stage.assign).toHaveBeenCalledWith(`/terminal/success?instanceId=demo&orderId=${order.orderId}`);
    expect(stage.getCalls("/api/orders")).toHaveLength(1);
    expect(stage.getCalls("/api/orders")[0]?.body).toMatchObject({
      atTerminal: true,
      lines: [{ packageId: "p10", quantity: 1 }],
      attestations: { age: true, location: true, rules: true },
    });
    expect(stage.getCalls("/api/orders")[0]?.body).not.toHaveProperty("buyer");
    expect(stage.getCalls(cashPath)).toHaveLength(1);
  });

  it("isn't cancelled by the second tap on a button that is now where the cancel button is", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    stage.routes[cancelPath] = () => Response.json({ order: { ...order, status: "cancelled" } });
    openStage();
    clickButton("Cash");
    const cancel = await waitForButton("Cancel this order");
    expect(cancel).toHaveProperty("disabled", true);
    fireEvent.click(cancel);
    act(() => vi.advanceTimersByTime(1000));
    expect(cancel).toHaveProperty("disabled", false);
    expect(stage.getCalls(cancelPath)).toEqual([]);
    fireEvent.click(cancel);
    expect(stage.getCalls(cancelPath)).toHaveLength(1);
  });

  it("has in a package's price what is required with it, as the sum that is paid has", () => {
    const draw = demoCheckoutDraw();
    for (const pool of draw.catalogue.pools) pool.isMandatory = pool.poolId === "truck";
    for (const addOn of draw.addOns) addOn.isMandatory = true;
    openStage({ draw });
    const getText = (name: RegExp) => screen.getByRole("radio", { name }).closest("label")?.textContent;
    expect(getText(/40 tickets/)).toContain("$27.50 $20.00 + $7.50");
    expect(getText(/Family/)).toBe("Family $25.00 3");
    const bar = within(screen.getByRole("region", { name: messages.terminalSale.pay }));
    expect(bar.getByText("$27.50")).toBeTruthy();
    expect(bar.getByText("40 tickets + Truck")).toBeTruthy();
  });

  it("works by keyboard alone: a package, C and Enter", async () => {
    openStage();
    const key = (name: string, target: Element = document.body) => fireEvent.keyDown(target, { key: name });
    key("1");
    const first = screen.getByRole<HTMLInputElement>("radio", { name: /10 tickets/ });
    await waitFor(() => expect(first.checked).toBe(true));
    clickButton("Add buyer");
    key("2", screen.getByLabelText(/Full name/));
    expect(first.checked).toBe(true);
    key("c");
    await findCashConfirm();
    key("Enter");
    await waitFor(() => expect(stage.getCalls(cashPath)).toHaveLength(1));
    expect(stage.getCalls("/api/orders")[0]?.body).toMatchObject({ lines: [{ packageId: "p10", quantity: 1 }] });
  });

  it("ignores keys pressed with others, held down, or turned off on this tablet", async () => {
    openStage();
    fireEvent.keyDown(document.body, { key: "c", ctrlKey: true });
    fireEvent.keyDown(document.body, { key: "c", repeat: true });
    act(() => changeSettings({ hasKeys: false }));
    fireEvent.keyDown(document.body, { key: "c" });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(stage.getCalls("/api/orders")).toEqual([]);
    expect(document.querySelector("[aria-keyshortcuts]")).toBeNull();
  });

  it("isn't interrupted by a reload after an update, from the choice of cash on", async () => {
    const [early, late] = [vi.fn(), vi.fn()];
    const { unmount } = openStage();
    runWhenReloadable(early);
    await waitFor(() => expect(early).toHaveBeenCalledOnce());
    clickButton("Cash");
    await findCashConfirm();
    runWhenReloadable(late);
    clickButton("$50.00");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(late).not.toHaveBeenCalled();
    unmount();
    await waitFor(() => expect(late).toHaveBeenCalledOnce());
  });

  it("says that cash wasn't taken until the next sale starts, even after an update", async () => {
    stage.routes[cashPath] = () => refusal("order-expired", 410);
    const reload = vi.fn();
    openStage();
    clickButton("Cash");
    const confirm = await findCashConfirm();
    runWhenReloadable(reload);
    fireEvent.click(confirm);
    await screen.findByText(messages.terminalSale.reasons["order-expired"]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(reload).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("radio", { name: /10 tickets/ }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it("shows the change due, and refuses too little", async () => {
    openStage();
    clickButton("Cash");
    await findCashConfirm();
    clickButton("$50.00");
    expect(screen.getByText("$30.00")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Cash tendered"), { target: { value: "7" } });
    expect(screen.getByText("Short by")).toBeTruthy();
    expect(screen.getByRole("button", { name: /Cash received/ })).toHaveProperty("disabled", true);
    for (const key of ["5", "."]) clickButton(key === "." ? "Decimal point" : key);
    clickButton("Delete last digit");
    fireEvent.click(await findCashConfirm());
    await waitFor(() => expect(stage.getCalls(cashPath)[0]?.body).toEqual({ given: 75 }));
    await waitFor(() => expect(readSoldNote(order.orderId)).toMatchObject({ givenCents: 7500, isPrinted: false }));
  });

  it("asks for the buyer if the draw requires it, and sends nothing before", async () => {
    const buyer = { name: "Marie Tremblay", maskedEmail: "m•••@example.com" };
    stage.routes["/api/orders"] = () => Response.json({ order: { ...order, buyer } }, { status: 201 });
    openStage({ allowsAnonymousCash: false });
    clickButton("Cash");
    await waitFor(() => expect(document.activeElement?.id).toBe("checkout-name"));
    expect(stage.getCalls("/api/orders")).toHaveLength(0);
    fireEvent.change(screen.getByLabelText(/Full name/), { target: { value: "Marie Tremblay" } });
    fireEvent.change(screen.getByLabelText(/Email/), { target: { value: "marie@example.com" } });
    clickButton("Cash");
    await findCashConfirm();
    expect(stage.getCalls("/api/orders")[0]?.body).toMatchObject({ buyer: { name: "Marie Tremblay" } });
  });

  it("shows the buyer on a chip, which one press removes", () => {
    openStage();
    const chip = () => document.getElementById("sale-buyer-chip");
    expect(chip()?.textContent).toBe("Add buyer");
    expect(screen.getByRole("region", { name: messages.terminalSale.pay }).contains(chip())).toBe(true);
    clickButton("Add buyer");
    for (const [label, text] of [
      [/Full name/, "Bob Arena"],
      [/Email/, "bob@arena.test"],
      [/Postal code/, "M5V 2T6"],
    ] as const) {
      fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
    }
    expect(chip()?.textContent).toBe("Bob Arena");
    clickButton("Remove Bob Arena");
    expect(chip()?.textContent).toBe("Add buyer");
    const boxes = [/Full name/, /Email/, /Postal code/].map((name) => screen.getByLabelText<HTMLInputElement>(name));
    expect(boxes.map(({ value }) => value)).toEqual(["", "", ""]);
    expect(JSON.stringify({ ...window.sessionStorage })).not.toMatch(/bob|arena|M5V/i);
  });

  it("shows the buyer of a card payment again beside another method, and removes the name with one press", async () => {
    // The card provider's script is missing.
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    openStage();
    clickButton("Card");
    fireEvent.change(await screen.findByLabelText(/Full name/), { target: { value: "Bob Arena" } });
    clickButton("Cash");
    await findCashConfirm();
    expect(screen.getByText("Bob Arena")).toBeTruthy();
    clickButton("Remove Bob Arena");
    expect(screen.getByText("Add buyer")).toBeTruthy();
    clickButton("Card");
    expect((await screen.findByLabelText<HTMLInputElement>(/Full name/)).value).toBe("");
  });

  it("says what the press confirms on the very bar that is pressed", () => {
    openStage();
    const bar = screen.getByRole("region", { name: messages.terminalSale.pay });
    const confirmation = document.getElementById("sale-confirmation");
    expect(confirmation?.textContent).toMatch(/you confirm the buyer is \d+\+, is in Ontario and accepts the rules/);
    expect(bar.contains(confirmation)).toBe(true);
  });

  it("says that the draw takes no cash, and offers none before or after the tickets are reserved", async () => {
    openStage({ allowsCash: false });
    expect(screen.getByText(messages.terminalSale.noCash)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Cash" })).toBeNull();
    fireEvent.keyDown(document.body, { key: "c" });
    clickButton("Phone");
    await screen.findByRole("img", { name: /QR code/ });
    expect(screen.getByText(messages.terminalSale.noCash)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Cash" })).toBeNull();
    expect(stage.getCalls(cashPath)).toHaveLength(0);
  });

  it("offers no cash for an order without a buyer if the draw requires one", async () => {
    openStage({ allowsAnonymousCash: false });
    clickButton("Phone");
    await screen.findByRole("img", { name: /QR code/ });
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Cash" }).disabled).toBe(true);
    expect(screen.getByText(/requires the buyer’s details. To take cash/)).toBeTruthy();
  });

  it("shows no cash to count if such an order is found again", async () => {
    const { unmount } = openStage({ allowsAnonymousCash: false });
    clickButton("Phone");
    await screen.findByRole("img", { name: /QR code/ });
    unmount();
    openStage({ allowsAnonymousCash: false });
    await screen.findByText(/requires the buyer’s details. To take cash/);
    expect(screen.queryByRole("button", { name: /Cash received/ })).toBeNull();
    clickButton("Phone");
    await screen.findByRole("img", { name: /QR code/ });
  });

  it("doesn't let the browser suggest a previous buyer's details", () => {
    openStage({ allowsAnonymousCash: false });
    const boxes = [/Full name/, /Email/, /Phone/, /Province/, /Postal code/].map((name) => screen.getByLabelText(name));
    expect(boxes.map((box) => box.getAttribute("autocomplete"))).toEqual(Array(5).fill("off"));
  });

  it("shows a changed price before any cash is taken", async () => {
    stage.routes["/api/orders"] = () => Response.json({ order: { ...order, amount: 25 } }, { status: 201 });
    openStage();
    clickButton("Cash");
    await screen.findByText(/The price changed/);
    expect(stage.getCalls(cashPath)).toHaveLength(0);
  });

  it("extends the hold as this device", async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    stage.routes["/api/orders"] = () => Response.json({ order: { ...order, expiresAt } }, { status: 201 });
    stage.routes[extendPath] = () => Response.json({ order });
    openStage();
    clickButton("Cash");
    await findCashConfirm();
    clickButton("Add more time");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Add more time" })).toBeNull());
    expect(stage.getCalls(extendPath)).toHaveLength(1);
  });

  it("takes cash for a hold that could no longer be extended", async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    stage.routes["/api/orders"] = () => Response.json({ order: { ...order, expiresAt } }, { status: 201 });
    let refuse: (answer: Response) => void = () => undefined;
    let sell: (answer: Response) => void = () => undefined;
    stage.routes[extendPath] = () => new Promise((resolve) => (refuse = resolve));
    stage.routes[cashPath] = () => new Promise((resolve) => (sell = resolve));
    openStage();
    clickButton("Cash");
    await findCashConfirm();
    clickButton("Add more time");
    clickButton("$50.00");
    fireEvent.click(await findCashConfirm());
    await waitFor(() => expect(stage.getCalls(cashPath)).toHaveLength(1));
    refuse(refusal("service-unavailable", 503));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole("alert")?.textContent).toBe("");
    sell(Response.json({ order: sold }));
    await waitFor(() => expect(stage.assign).toHaveBeenCalledTimes(1));
    expect(readSoldNote(order.orderId)).toMatchObject({ givenCents: 5000 });
  });

  it("sells nothing while the draw isn't selling", () => {
    openStage({ changes: { salesOpen: false, reason: "draw-closed" } });
    expect(screen.getByRole("button", { name: "Cash" })).toHaveProperty("disabled", true);
  });
});
