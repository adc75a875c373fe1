// @vitest-environment happy-dom
import { cleanup, fireEvent, render, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { findCashConfirm, openStage, order, press, refusal, saleStage } from "@/tests/support/sale-stage";

import { ForgetSales } from "./forget-sales";
import { saleSessions } from "./sale-session";

const stage = saleStage();

/** The operator goes to the terminal's home, and the page of the sale with it. */
function goHome(): void {
  cleanup();
  render(<ForgetSales place="home" />);
  cleanup();
}

/** Cash is confirmed while the tickets are being reserved; gives what answers the reservation. */
async function confirmEarly(): Promise<(answer: Response) => void> {
  let answer: (answer: Response) => void = () => undefined;
  stage.routes["/api/orders"] = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  openStage();
  press("Cash");
  fireEvent.click(await findCashConfirm());
  await waitFor(() => expect(stage.callsOf("/api/orders")).toHaveLength(1));
  return (given) => answer(given);
}

describe("cash that was confirmed while the tickets were being reserved", () => {
  it("is not left behind: the same order comes back", async () => {
    await confirmEarly();
    goHome();
    stage.routes["/api/orders"] = () => Response.json({ order }, { status: 201 });
    openStage();
    await findCashConfirm();
    const [first, second] = stage.callsOf("/api/orders");
    expect([second?.key, second?.body]).toEqual([first?.key, first?.body]);
  });

  it("is on its way no more when there were none to be had", async () => {
    const answer = await confirmEarly();
    expect(saleSessions.read("demo").moving).toMatchObject({ means: "cash" });
    answer(refusal("sold-out", 409));
    await waitFor(() => expect(document.querySelector("#sale-trouble")).not.toBeNull());
    goHome();
    expect(window.sessionStorage.getItem("tirage-terminal-sale-demo")).toBeNull();
  });
});
