// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { readSoldNote } from "@/components/terminal/receipt/sold-note";
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
import { saleSessions } from "./sale-session";

const stage = saleStage();

const soldForCash = { ...sold, method: "cash" as const };

describe("an interrupted sale", () => {
  it("repeats the call with the same key if a reservation got no answer", async () => {
    stage.routes["/api/orders"] = () => Promise.reject(new TypeError("Failed to fetch"));
    openStage();
    clickButton("Cash");
    await screen.findByText(/placed twice/);
    stage.routes["/api/orders"] = () => Response.json({ order }, { status: 201 });
    clickButton("Cash");
    await findCashConfirm();
    const [first, second] = stage.getCalls("/api/orders");
    expect(second?.key).toBe(first?.key);
    expect(second?.body).toEqual(first?.body);
  });

  it("repeats it automatically after a reload that interrupted a reservation", async () => {
    stage.routes["/api/orders"] = () => new Promise(() => undefined);
    const { unmount } = openStage();
    fireEvent.click(screen.getByRole("radio", { name: /10 tickets/ }));
    clickButton("Cash");
    await waitFor(() => expect(stage.getCalls("/api/orders")).toHaveLength(1));
    unmount();
    stage.routes["/api/orders"] = () => Response.json({ order }, { status: 201 });
    openStage();
    await findCashConfirm();
    const [first, second] = stage.getCalls("/api/orders");
    expect(second?.key).toBe(first?.key);
    expect(second?.body).toEqual(first?.body);
  });

  it("requests exactly what was requested, whatever was typed before the reload", async () => {
    stage.routes["/api/orders"] = () => Promise.reject(new TypeError("Failed to fetch"));
    const { unmount } = openStage();
    clickButton("Cash");
    await screen.findByText(/placed twice/);
    fireEvent.click(screen.getByRole("radio", { name: /10 tickets/ }));
    unmount();
    stage.routes["/api/orders"] = () => Response.json({ order }, { status: 201 });
    openStage();
    await findCashConfirm();
    const [first, second] = stage.getCalls("/api/orders");
    expect([second?.key, second?.body]).toEqual([first?.key, first?.body]);
  });

  it("starts another sale while this one waits for its bank, and leaves it as it is", async () => {
    stage.routes[pollPath] = () => Response.json({ order: { ...order, status: "unknown" } });
    openStage();
    clickButton("Phone");
    await screen.findByText("Confirming the payment");
    clickButton("Next sale");
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Cash" }).disabled).toBe(false));
    expect(window.sessionStorage.getItem("tirage-terminal-sale-demo")).toBeNull();
    clickButton("Cash");
    await findCashConfirm();
    const [first, second] = stage.getCalls("/api/orders");
    expect(second?.key).not.toBe(first?.key);
    expect(stage.getCalls("/api/terminal/orders/demo/ORDER/cancel")).toEqual([]);
  });

  it("finds its order again after a reload, and never makes a second one", async () => {
    const { unmount } = openStage();
    clickButton("Cash");
    await findCashConfirm();
    unmount();
    openStage();
    fireEvent.click(await findCashConfirm());
    await waitFor(() => expect(stage.assign).toHaveBeenCalledTimes(1));
    expect(stage.getCalls("/api/orders")).toHaveLength(1);
    expect(stage.getCalls(pollPath).length).toBeGreaterThan(0);
  });

  it("treats a lost cash call as unknown: the order says whether it was recorded", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    stage.routes[cashPath] = () => Promise.reject(new TypeError("Failed to fetch"));
    openStage();
    clickButton("Cash");
    fireEvent.click(await findCashConfirm());
    await screen.findByText("Connection lost");
    expect(screen.queryByRole("button", { name: /Cash received/ })).toBeNull();
    stage.routes[pollPath] = () => Response.json({ order: { ...soldForCash, hasOwnCash: true } });
    clickButton("Check now");
    await waitFor(() => expect(stage.assign).toHaveBeenCalledTimes(1));
    expect(stage.getCalls(cashPath)).toHaveLength(1);
    expect(readSoldNote(order.orderId)).toMatchObject({ givenCents: 2000 });
  });

  it.each(["while cash was on its way", "before any was taken"])(
    "reports that another tablet has the cash: found out %s",
    async (when) => {
      vi.spyOn(console, "error").mockImplementation(() => undefined);
      stage.routes[cashPath] = () => Promise.reject(new TypeError("Failed to fetch"));
      openStage();
      clickButton("Cash");
      const confirm = await findCashConfirm();
      stage.routes[pollPath] = () => Response.json({ order: { ...soldForCash, hasOwnCash: false } });
      if (when.startsWith("while")) fireEvent.click(confirm);
      else for (const event of ["offline", "online"]) window.dispatchEvent(new Event(event));
      await screen.findByText(/Another tablet already took cash/);
      expect(stage.assign).not.toHaveBeenCalled();
    },
  );

  it("doesn't take an order that was paid elsewhere in the meantime for its own sale", async () => {
    stage.routes["/api/orders"] = () => Promise.reject(new TypeError("Failed to fetch"));
    openStage();
    clickButton("Cash");
    await screen.findByText(/placed twice/);
    stage.routes["/api/orders"] = () => Response.json({ order: soldForCash }, { status: 201 });
    clickButton("Cash");
    await screen.findByText(/were already paid for/);
    stage.routes["/api/orders"] = () => Response.json({ order }, { status: 201 });
    clickButton("Cash");
    await findCashConfirm();
    const [, second, third] = stage.getCalls("/api/orders");
    expect(third?.key).not.toBe(second?.key);
    expect(stage.assign).not.toHaveBeenCalled();
  });

  it("doesn't repeat a request under a key that another order has taken over", async () => {
    stage.routes["/api/orders"] = () => Promise.reject(new TypeError("Failed to fetch"));
    const { unmount } = openStage();
    clickButton("Cash");
    await screen.findByText(/placed twice/);
    unmount();
    window.location.hash = `order=${order.orderId}`;
    stage.routes["/api/terminal/orders/demo/ORDER/cancel"] = () =>
      Response.json({ order: { ...order, status: "cancelled" } });
    const again = openStage();
    await findCashConfirm();
    await cancelOrder();
    await waitFor(() => expect(screen.getByRole("button", { name: "Cash" })).toHaveProperty("disabled", false));
    again.unmount();
    openStage();
    expect(screen.getByRole("radio", { name: /40 tickets/ })).toBeTruthy();
    expect(stage.getCalls("/api/orders")).toHaveLength(1);
  });

  it("treats a failure after the cash as unknown too", async () => {
    stage.routes[cashPath] = () => refusal("service-unavailable", 503);
    openStage();
    clickButton("Cash");
    fireEvent.click(await findCashConfirm());
    await screen.findByText("Connection lost");
    expect(screen.queryByRole("button", { name: "Phone" })).toBeNull();
    stage.routes[pollPath] = () => Response.json({ order: { ...soldForCash, hasOwnCash: true } });
    await waitFor(() => expect(stage.assign).toHaveBeenCalledTimes(1));
    expect(stage.getCalls(cashPath)).toHaveLength(1);
  });

  it("refuses cash while the buyer's phone is paying, and follows the payment to the end", async () => {
    stage.routes[cashPath] = () => refusal("order-being-paid", 409);
    stage.routes[pollPath] = () => Response.json({ order: { ...order, status: "paying" } });
    openStage();
    clickButton("Phone");
    await screen.findByRole("img", { name: /QR code/ });
    clickButton("Cash");
    fireEvent.click(await findCashConfirm());
    await screen.findByText("Payment in progress");
    expect(screen.queryByRole("button", { name: /Cash received/ })).toBeNull();
    expect(screen.getByText(/The \$20.00 in cash doesn’t count/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Next sale" })).toBeNull();
    stage.routes[pollPath] = () => Response.json({ order: { ...sold, method: "card" } });
    clickButton("Check now");
    await waitFor(() => expect(stage.assign).toHaveBeenCalledTimes(1));
    expect(readSoldNote(order.orderId)).toMatchObject({ givenCents: 2000 });
  });

  it("moves on to the next buyer once the cash beside a phone's payment was returned", async () => {
    stage.routes[cashPath] = () => refusal("order-being-paid", 409);
    stage.routes[pollPath] = () => Response.json({ order: { ...order, status: "unknown" } });
    openStage();
    clickButton("Cash");
    fireEvent.click(await findCashConfirm());
    await screen.findByText("Confirming the payment");
    clickButton("I gave the cash back");
    clickButton("Next sale");
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: "Cash" }).disabled).toBe(false));
  });

  it("forgets the buyer if nobody continues the sale", () => {
    const form = { name: "Marie", email: "marie@example.com" };
    window.sessionStorage.setItem(
      "tirage-terminal-sale-demo",
      JSON.stringify({
        drawId: "demo",
        idempotencyKey: "k",
        orderId: order.orderId,
        form,
        savedAt: Date.now() - 16 * 60_000,
      }),
    );
    expect(saleSessions.read("demo")).toMatchObject({ form: null, orderId: order.orderId });
    expect(window.sessionStorage.getItem("tirage-terminal-sale-demo")).not.toContain("Marie");
  });
});
