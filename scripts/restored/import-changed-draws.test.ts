import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import { voidLostNumbers } from "@/lib/reconciliation/void-lost-numbers";
import { openDraw } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, openTestContext } from "@/tests/support/core/test-context";
import { createTestFeed } from "@/tests/support/core/test-feed";
import { createCapture } from "@/tests/support/core/test-gateway";

import { importChangedDraws } from "./import-changed-draws";

const folder = mkdtempSync(join(tmpdir(), "tirage-restored-"));
const feed = createTestFeed();
let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
beforeEach(() => test.ctx.db.execute(sql`truncate draws cascade`));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await test.close();
});

const admin = () => ({ ...test.admin, feed });

function lostDraw(id: string, merchantId: string, overrides: Record<string, unknown> = {}) {
  const apiKeys = { bambora: { merchantId, passcode: "passcode", reportingPasscode: "reporting" } };
  return drawAt(test.clock.now(), { id, urlSlug: id, apiKeys, ...overrides });
}

function loseSale(orderNumber: string): void {
  test.gateway.ledger = [createCapture({ orderNumber, amountCents: 2000 }, { at: test.clock.now() })];
}

function writeDrawFile(draw: { id?: unknown }): string {
  const file = join(folder, `${draw.id}.jsonc`);
  writeFileSync(file, `// as it is now\n${JSON.stringify(draw)}`);
  return file;
}

async function voided(drawId: string) {
  const done = await voidLostNumbers(admin(), { restoredTo: test.clock.now(), cashCents: new Map() });
  if (!done.ok) throw new Error(done.reason);
  return done.ranges.filter((range) => range.instanceId === drawId).map(({ first, last }) => [first, last]);
}

describe("a draw that changed since the instant of a restore", () => {
  it("is counted if it is new, by its file", async () => {
    loseSale("7ZZZZZZZZZ0123456789ABC001");
    expect(await voided("new-file")).toEqual([]);
    const file = writeDrawFile(lostDraw("new-file", "300200101"));
    expect(await importChangedDraws(admin(), { files: [file], drawIds: [] })).toEqual([
      `${file}: imported as it is now.`,
    ]);
    // The best offer is five for $20.
    expect(await voided("new-file")).toEqual([[1, 5]]);
  });

  it("is counted if it is new, by its id on the upstream platform", async () => {
    loseSale("7ZZZZZZZZZ0123456789ABC002");
    feed.answers.set("new-feed", { kind: "found", body: lostDraw("new-feed", "300200102"), tag: null });
    await importChangedDraws(admin(), { files: [], drawIds: ["new-feed"] });
    expect(await voided("new-feed")).toEqual([[1, 5]]);
  });

  it("is counted by what it offers now", async () => {
    await openDraw(test, "new-offer");
    loseSale("7ZZZZZZZZZ0123456789ABC003");
    const ticketPriceInfo = [
      { id: "one", tickets: 1, price: 10 },
      { id: "five", tickets: 5, price: 20 },
      { id: "nine", tickets: 9, price: 20 },
    ];
    const { apiKeys: _same, ...draw } = lostDraw("new-offer", "", { ticketPriceInfo });
    await importChangedDraws(admin(), { files: [writeDrawFile(draw)], drawIds: [] });
    expect(await voided("new-offer")).toEqual([[1, 9]]);
  });

  it("ends the command when it is refused, with its name and the reason", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const file = writeDrawFile({ id: "broken" });
    await expect(importChangedDraws(admin(), { files: [file], drawIds: [] })).rejects.toThrow(
      /broken\.jsonc: Refused \(invalid-input\)\n {2}parentId is missing/,
    );
    await expect(importChangedDraws(admin(), { files: [], drawIds: ["nowhere"] })).rejects.toThrow(
      "nowhere: Refused (draw-not-found)",
    );
  });
});
