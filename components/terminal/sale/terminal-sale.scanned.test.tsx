// @vitest-environment happy-dom
import { createEvent, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import messages from "@/messages/en.json";
import { cashPath, clickButton, findCashConfirm, openStage, saleStage } from "@/tests/support/views/sale-stage";

const stage = saleStage();
const barcode = "4012345678905";
let now = 1_000_000;

/** Keys are `gapMs` apart. A key enters its text unless the page prevents it. */
function typeKeys(keys: readonly string[], gapMs: number, target: Element = document.body): void {
  now += 1000;
  for (const key of keys) {
    const event = createEvent.keyDown(target, { key });
    Object.defineProperty(event, "timeStamp", { value: now });
    now += gapMs;
    const isLeft = fireEvent(target, event);
    if (isLeft && key.length === 1 && target instanceof HTMLInputElement && target.type !== "radio") {
      fireEvent.input(target, { target: { value: target.value + key } });
    }
  }
}

const toKeys = (text: string) => [...text];
const settle = () => new Promise((resolve) => setTimeout(resolve, 80));
const given = () => screen.getByLabelText<HTMLInputElement>(messages.terminalSale.cash.given);

describe("a barcode that is scanned beside a tablet", () => {
  it("chooses no package and takes no cash", async () => {
    openStage();
    typeKeys([...toKeys("https://c.test/ORDER-123"), "Enter"], 34);
    typeKeys(toKeys("C2C2C2"), 2);
    await settle();
    expect(stage.getCalls("/api/orders")).toEqual([]);
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /40 tickets/ }).checked).toBe(true);
  });

  it("is no cash tendered and confirms none, with Enter and without", async () => {
    openStage();
    clickButton("Cash");
    await findCashConfirm();
    for (const end of [["Enter"], ["Enter", "Enter"], []]) {
      for (const target of [document.body, given(), await findCashConfirm()]) {
        typeKeys([...toKeys(barcode), ...end], 5, target);
        await settle();
        expect(given().value).toBe("");
      }
    }
    typeKeys(["5", "0"], 120, given());
    typeKeys(toKeys(barcode), 5, given());
    expect(given().value).toBe("50");
    expect(stage.getCalls(cashPath)).toEqual([]);
  });

  it("leaves a box as it was", () => {
    openStage();
    clickButton("Add buyer");
    const name = screen.getByLabelText<HTMLInputElement>(/Full name/);
    typeKeys(toKeys("Rosalie"), 40, name);
    typeKeys(toKeys(barcode), 10, name);
    expect(name.value).toBe("Rosalie");
  });
});

describe("keys that a person presses", () => {
  it("act as slow as 35 ms apart, and fewer than six however fast", async () => {
    openStage();
    clickButton("Cash");
    await findCashConfirm();
    typeKeys(toKeys("100000"), 35);
    await waitFor(() => expect(given().value).toBe("100000"));
    typeKeys(["Backspace", "Backspace", "Backspace"], 35);
    expect(given().value).toBe("100");
    typeKeys(["5", ".", "2", "5", "Enter"], 10);
    expect(given().value).toBe("1005.25");
    await waitFor(() => expect(stage.getCalls(cashPath)).toHaveLength(1));
    expect(stage.getCalls(cashPath)[0]?.body).toEqual({ given: 1005.25 });
  });
});

describe("far more cash than the total", () => {
  it("is asked about, and taken only by the answer", async () => {
    openStage();
    clickButton("Cash");
    await findCashConfirm();
    typeKeys([...toKeys("2000"), "Enter", "Enter"], 50);
    const yes = await screen.findByRole("button", { name: "Yes, I have $2,000.00" });
    expect(screen.getByText(/\$1,980\.00 in change/)).toBeTruthy();
    clickButton(messages.terminalSale.cash.unlikely.no);
    fireEvent.click(await findCashConfirm());
    expect(stage.getCalls(cashPath)).toEqual([]);
    expect(yes.isConnected).toBe(false);
    const again = await screen.findByRole("button", { name: "Yes, I have $2,000.00" });
    await waitFor(() => expect(again).toHaveProperty("disabled", false));
    fireEvent.click(again);
    await waitFor(() => expect(stage.getCalls(cashPath)).toHaveLength(1));
  });
});
