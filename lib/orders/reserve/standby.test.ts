import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { isUnavailable } from "@/lib/platform/db/errors";
import { openPostgres } from "@/lib/platform/db/open-postgres";
import { createBasket, freshKey, openDraw } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { onPostgres, runStatements } from "@/tests/support/databases/postgres-database";
import { placeOrder } from "./place-order";

describe.runIf(onPostgres)("an order through a connection that leads to a standby", () => {
  let test: TestContext;

  beforeAll(async () => {
    test = await openTestContext();
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
  });
  afterAll(async () => {
    await becomes("primary");
    await test.close();
  });

  /** A standby refuses writes. The setting applies to new connections only. */
  async function becomes(what: "primary" | "standby"): Promise<void> {
    const url = test.databaseUrl ?? "";
    const name = new URL(url).pathname.slice(1);
    const change =
      what === "standby" ? "set default_transaction_read_only = on" : "reset default_transaction_read_only";
    await runStatements(url, ["set default_transaction_read_only = off", `alter database ${name} ${change}`]);
  }

  async function orderAtStandby(drawId: string, wait: () => Promise<void>) {
    await becomes("standby");
    const database = await openPostgres(test.databaseUrl ?? "", undefined, async () => undefined);
    try {
      return await placeOrder({ ...test.ctx, db: database.pools.sales, wait }, createBasket(drawId), freshKey());
    } finally {
      await database.close();
      await becomes("primary");
    }
  }

  it("is placed through another connection once that leads to the primary", async () => {
    const placed = await orderAtStandby(await openDraw(test, "promoted"), () => becomes("primary"));
    expect(placed).toMatchObject({ ok: true, order: { status: "reserved" } });
  });

  it("is an outage if there is only a standby", async () => {
    const placing = orderAtStandby(await openDraw(test, "standby"), async () => undefined);
    expect(isUnavailable(await placing.catch((error: unknown) => error))).toBe(true);
  });
});
