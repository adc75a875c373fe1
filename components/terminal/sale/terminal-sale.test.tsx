// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { readSoldNote } from "@/components/terminal/receipt/sold-note";
import { whenReloadable } from "@/lib/platform/http/reload-hold";
import messages from "@/messages/en.json";
import {
  cashPath,
  findCashConfirm,
  openStage,
  order,
  press,
  refusal,
  saleStage,
  sold,
} from "@/tests/support/sale-stage";

const stage = saleStage();

const extendPath = "/api/terminal/orders/demo/ORDER/extend";

describe("a sale at a terminal", () => {
  it("takes three taps for cash, and two taps on the last one make one sale", async () => {
    openStage();
    fireEvent.click(screen.getByRole("radio", { name: /10 tickets/ }));
    press("Cash");
    const confirm = await findCashConfirm();
    fireEvent.click(confirm);
    fireEvent.click(confirm);
    await waitFor(() => expect(stage.assign).toHaveBeenCalledTimes(1));
    expect(stage.assign).toHaveBeenCalledWith(`/terminal/success?instanceId=demo&orderId=${order.orderId}`);
    expect(stage.callsOf("/api/orders")).toHaveLength(1);
    expect(stage.callsOf("/api/orders")[0]?.body).toMatchObject({
      atTerminal: true,
      lines: [{ packageId: "p10", quantity: 1 }],
      attestations: { age: true, location: true, rules: true },
    });
    expect(stage.callsOf("/api/orders")[0]?.body).not.toHaveProperty("buyer");
    expect(stage.callsOf(cashPath)).toHaveLength(1);
  });

  it("is not interrupted by a page that loads itself anew after an update, from the choice of cash on", async () => {
    const [early, late] = [vi.fn(), vi.fn()];
    const { unmount } = openStage();
    whenReloadable(early);
    await waitFor(() => expect(early).toHaveBeenCalledOnce());
    press("Cash");
    await findCashConfirm();
    whenReloadable(late);
    press("$50.00");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(late).not.toHaveBeenCalled();
    unmount();
    await waitFor(() => expect(late).toHaveBeenCalledOnce());
  });

  it("says that cash was not taken until the next sale begins, also after an update", async () => {
    stage.routes[cashPath] = () => refusal("order-expired", 410);
    const reload = vi.fn();
    openStage();
    press("Cash");
    const confirm = await findCashConfirm();
    whenReloadable(reload);
    fireEvent.click(confirm);
    await screen.findByText(messages.terminalSale.reasons["order-expired"]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(reload).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("radio", { name: /10 tickets/ }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it("tells the change of what was given, and refuses too little", async () => {
    openStage();
    press("Cash");
    await findCashConfirm();
    press("$50.00");
    expect(screen.getByText("$30.00")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Amount given"), { target: { value: "7" } });
    expect(screen.getByText("Still missing")).toBeTruthy();
    expect(screen.getByRole("button", { name: /Cash received/ })).toHaveProperty("disabled", true);
    for (const key of ["5", "."]) press(key === "." ? "Decimal point" : key);
    press("Delete the last digit");
    fireEvent.click(await findCashConfirm());
    await waitFor(() => expect(stage.callsOf(cashPath)[0]?.body).toEqual({ given: 75 }));
    await waitFor(() => expect(readSoldNote(order.orderId)).toMatchObject({ givenCents: 7500, isPrinted: false }));
  });

  it("asks who buys where the draw wants to know, and sends nothing before", async () => {
    const buyer = { name: "Marie Tremblay", maskedEmail: "m•••@example.com" };
    stage.routes["/api/orders"] = () => Response.json({ order: { ...order, buyer } }, { status: 201 });
    openStage({ allowsAnonymousCash: false });
    press("Cash");
    await waitFor(() => expect(document.activeElement?.id).toBe("checkout-name"));
    expect(stage.callsOf("/api/orders")).toHaveLength(0);
    fireEvent.change(screen.getByLabelText(/Full name/), { target: { value: "Marie Tremblay" } });
    fireEvent.change(screen.getByLabelText(/Email/), { target: { value: "marie@example.com" } });
    press("Cash");
    await findCashConfirm();
    expect(stage.callsOf("/api/orders")[0]?.body).toMatchObject({ buyer: { name: "Marie Tremblay" } });
  });

  it("offers no cash for an order that has no buyer where the draw wants one", async () => {
    openStage({ allowsAnonymousCash: false });
    press("Phone");
    await screen.findByRole("img", { name: /QR code/ });
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Cash" }).disabled).toBe(true);
    expect(screen.getByText(/the draw needs to know who buys/)).toBeTruthy();
  });

  it("shows no cash to be counted when such an order is found again", async () => {
    const { unmount } = openStage({ allowsAnonymousCash: false });
    press("Phone");
    await screen.findByRole("img", { name: /QR code/ });
    unmount();
    openStage({ allowsAnonymousCash: false });
    await screen.findByText(/the draw needs to know who buys/);
    expect(screen.queryByRole("button", { name: /Cash received/ })).toBeNull();
    press("Phone");
    await screen.findByRole("img", { name: /QR code/ });
  });

  it("lets the browser offer no buyer what another one said", () => {
    openStage({ allowsAnonymousCash: false });
    const boxes = [/Full name/, /Email/, /Phone/, /Province/, /Postal code/].map((name) => screen.getByLabelText(name));
    expect(boxes.map((box) => box.getAttribute("autocomplete"))).toEqual(Array(5).fill("off"));
  });

  it("tells another price before any cash is taken", async () => {
    stage.routes["/api/orders"] = () => Response.json({ order: { ...order, amount: 25 } }, { status: 201 });
    openStage();
    press("Cash");
    await screen.findByText(/The price has changed/);
    expect(stage.callsOf(cashPath)).toHaveLength(0);
  });

  it("holds the tickets for longer as this device", async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    stage.routes["/api/orders"] = () => Response.json({ order: { ...order, expiresAt } }, { status: 201 });
    stage.routes[extendPath] = () => Response.json({ order });
    openStage();
    press("Cash");
    await findCashConfirm();
    press("Hold for longer");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Hold for longer" })).toBeNull());
    expect(stage.callsOf(extendPath)).toHaveLength(1);
  });

  it("takes cash for what could not be held for longer meanwhile", async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    stage.routes["/api/orders"] = () => Response.json({ order: { ...order, expiresAt } }, { status: 201 });
    let refuse: (answer: Response) => void = () => undefined;
    let sell: (answer: Response) => void = () => undefined;
    stage.routes[extendPath] = () => new Promise((resolve) => (refuse = resolve));
    stage.routes[cashPath] = () => new Promise((resolve) => (sell = resolve));
    openStage();
    press("Cash");
    await findCashConfirm();
    press("Hold for longer");
    press("$50.00");
    fireEvent.click(await findCashConfirm());
    await waitFor(() => expect(stage.callsOf(cashPath)).toHaveLength(1));
    refuse(refusal("service-unavailable", 503));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole("alert")?.textContent).toBe("");
    sell(Response.json({ order: sold }));
    await waitFor(() => expect(stage.assign).toHaveBeenCalledTimes(1));
    expect(readSoldNote(order.orderId)).toMatchObject({ givenCents: 5000 });
  });

  it("sells nothing while the draw does not sell", () => {
    openStage({ changes: { salesOpen: false, reason: "draw-closed" } });
    expect(screen.getByRole("button", { name: "Cash" })).toHaveProperty("disabled", true);
  });
});
