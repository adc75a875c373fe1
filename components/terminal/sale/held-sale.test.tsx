// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { giveLocks, takeLocks } from "@/tests/support/views/fake-locks";
import { clickButton, findCashConfirm, openStage, order, pollPath, saleStage } from "@/tests/support/views/sale-stage";

import { recordHeldSale } from "./held-sale";
import { endSale } from "./sale-session";

const stage = saleStage();

beforeEach(giveLocks);

afterEach(takeLocks);

describe("the sale of a killed tab", () => {
  it("is found again in the first tab, and only once", async () => {
    openStage();
    clickButton("Cash");
    await findCashConfirm();
    cleanup();
    window.dispatchEvent(new Event("pagehide"));
    window.sessionStorage.clear();
    openStage();
    fireEvent.click(await findCashConfirm());
    await waitFor(() => expect(stage.assign).toHaveBeenCalledTimes(1));
    expect(stage.getCalls("/api/orders")).toHaveLength(1);
    cleanup();
    endSale("demo");
    window.sessionStorage.clear();
    openStage();
    clickButton("Cash");
    await findCashConfirm();
    expect(stage.getCalls("/api/orders")).toHaveLength(2);
  });

  it("isn't found by a tab that is already selling", async () => {
    openStage();
    await waitFor(() => expect(window.sessionStorage.getItem("tirage-terminal-tab")).not.toBeNull());
    cleanup();
    recordHeldSale("demo", order.orderId);
    openStage();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(stage.getCalls(pollPath)).toEqual([]);
    expect(screen.getByRole("button", { name: "Cash" })).toHaveProperty("disabled", false);
  });
});
