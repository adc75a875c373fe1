import { afterAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import { dayMs, hourMs } from "@/lib/durations";
import { requestRefund } from "@/lib/refunds/request-refund";
import { asTestDevice, openCashDraw, sellForCash } from "@/tests/support/core/cash";
import { issueTestDevice } from "@/tests/support/core/issued-device";
import { openTestContext } from "@/tests/support/core/test-context";
import { listSummaries } from "./list-summaries";
import { viewSummary } from "./view-summary";

const test = await openTestContext();
const gate = asTestDevice(test);
const { device } = await issueTestDevice(test);
const other = asTestDevice(test, { deviceId: device.deviceId });

afterAll(() => test.close());

describe("the totals of all draws", () => {
  it("cover those that may have sold today, and those whose money moved today", async () => {
    const at = (ms: number) => new Date(test.clock.now().getTime() + ms).toISOString();
    const ended = await openCashDraw(test, "a-ended", { endDate: at(hourMs) });
    const order = await sellForCash(gate, ended);
    test.clock.advance(2 * dayMs);
    const open = await openCashDraw(test, "a-open");
    await openCashDraw(test, "a-later", { startDate: at(hourMs), endDate: at(dayMs) });
    await openCashDraw(test, "a-foreign", { parentId: "other-parent" });
    await sellForCash(gate, open);
    const idsOf = async (device: Context) => {
      const listed = await listSummaries(device);
      return listed.ok ? listed.summaries.map(({ instanceId }) => instanceId) : listed.reason;
    };
    expect(await idsOf(gate)).toEqual([open]);
    const refund = await requestRefund(test.admin, order, { drawer: device.deviceId });
    expect(refund).toMatchObject({ ok: true, outcome: "refunded" });
    expect([await idsOf(gate), await idsOf(other)]).toEqual([[open], [open, ended]]);
    const one = await viewSummary(other, ended);
    const all = await listSummaries(other);
    expect(all.ok && one.ok && all.summaries[1]).toEqual(one.ok && one.summary);
  });

  it("are available only to a device, for its own parent's draws", async () => {
    await openCashDraw(test, "guarded-sums");
    const foreign = asTestDevice(test, { deviceId: "far-1", parentId: "parent-without-draws" });
    expect(await listSummaries(foreign)).toEqual({ ok: true, summaries: [] });
    for (const ctx of [test.admin, test.ctx]) {
      expect(await listSummaries(ctx)).toEqual({ ok: false, reason: "device-required" });
    }
  });
});
