import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listParentDraws } from "@/lib/terminal/summary/list-parent-draws";
import {
  asDevice,
  createInput,
  freshBrowser,
  issueTestDevice,
  registerTestDevice,
} from "@/tests/support/core/issued-device";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import { authenticateDevice } from "./authenticate-device";
import { codeLifeMs, createDevice } from "./create-device";
import { deleteAllocation } from "./delete-allocation";
import { listDevices } from "./list-devices";
import { readAllocation } from "./read-allocation";
import { registerDevice } from "./register-device";
import { renewDevice } from "./renew-device";
import { revokeDevice } from "./revoke-device";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
afterAll(() => test.close());

describe("deleting an allocation", () => {
  it("ends the credential; registering again requires another code", async () => {
    const issued = await issueTestDevice(test);
    const credential = await registerTestDevice(test, issued);
    const { deviceId, parentId } = issued.device;
    expect(await deleteAllocation(test.ctx, { deviceId, parentId }, credential)).toEqual({ ok: true });
    const ended = { ok: false, reason: "device-required" };
    expect(await authenticateDevice(test.ctx, credential)).toEqual(ended);
    expect(await deleteAllocation(test.ctx, { deviceId, parentId }, credential)).toEqual(ended);
    const again = await registerDevice(test.ctx, createInput(issued), freshBrowser());
    expect(again).toEqual({ ok: false, reason: "device-code-used" });
    const renewed = await renewDevice(test.admin, deviceId);
    if (renewed.ok) await registerTestDevice(test, renewed);
    expect(renewed.ok).toBe(true);
  });

  it("can't be reversed by repeating the call that registered", async () => {
    const issued = await issueTestDevice(test);
    const browser = freshBrowser();
    const registered = await registerDevice(test.ctx, createInput(issued), browser);
    const { deviceId, parentId } = issued.device;
    await deleteAllocation(test.ctx, { deviceId, parentId }, registered.ok ? registered.credential : null);
    const again = await registerDevice(test.ctx, createInput(issued), browser);
    expect(again).toEqual({ ok: false, reason: "device-code-used" });
  });

  it("requires the credential, and its own ids", async () => {
    const issued = await issueTestDevice(test);
    const credential = await registerTestDevice(test, issued);
    const { deviceId, parentId } = issued.device;
    for (const made of [null, "", "A".repeat(43)]) {
      const answer = await deleteAllocation(test.ctx, { deviceId, parentId }, made);
      expect(answer).toEqual({ ok: false, reason: "device-required" });
    }
    const other = await issueTestDevice(test);
    for (const ids of [
      { deviceId: other.device.deviceId, parentId },
      { deviceId, parentId: "other" },
    ]) {
      expect(await deleteAllocation(test.ctx, ids, credential)).toEqual({ ok: false, reason: "device-not-found" });
    }
    expect((await authenticateDevice(test.ctx, credential)).ok).toBe(true);
  });

  it("is open to a revoked device, which stays revoked", async () => {
    const issued = await issueTestDevice(test);
    const credential = await registerTestDevice(test, issued);
    const { deviceId, parentId } = issued.device;
    await revokeDevice(test.admin, deviceId);
    expect(await deleteAllocation(test.ctx, { deviceId, parentId }, credential)).toEqual({ ok: true });
    expect(await renewDevice(test.admin, deviceId)).toEqual({ ok: false, reason: "device-revoked" });
  });
});

describe("what a device may read", () => {
  it("includes its own allocation, even if the browser forgot it", async () => {
    const issued = await issueTestDevice(test);
    const device = await asDevice(test, await registerTestDevice(test, issued));
    expect(await readAllocation(device)).toMatchObject({
      allocation: { deviceId: issued.device.deviceId, deviceDetails: { name: "Gate 3", allocated: true } },
    });
    expect(await readAllocation(test.ctx)).toEqual({ ok: false, reason: "device-required" });
  });

  it("includes the approved draws of its parent, whether shown on the dashboard or not, and no others", async () => {
    const draws = [
      { id: "own", parentId: "own-parent", displayOnDashboard: false },
      { id: "foreign", parentId: "foreign-parent" },
      { id: "pending", parentId: "own-parent", state: { approval_state: "Pending" } },
    ];
    for (const draw of draws) {
      await importTestDraw(test.admin, drawAt(test.clock.now(), { ...draw, urlSlug: draw.id }));
    }
    const issued = await issueTestDevice(test, "own-parent");
    const device = await asDevice(test, await registerTestDevice(test, issued));
    const listed = await listParentDraws(device);
    expect(listed.ok && listed.draws.map(({ draw }) => draw.id)).toEqual(["own"]);
    expect(await listParentDraws(test.ctx)).toEqual({ ok: false, reason: "device-required" });
  });
});

describe("an admin", () => {
  it("sees the state of each of a parent's devices, and no code or credential", async () => {
    const parentId = "seen-parent";
    const [over, revoked, partly, whole, waiting] = await Promise.all(
      Array.from({ length: 5 }, () => issueTestDevice(test, parentId)),
    );
    if (!over || !revoked || !partly || !whole || !waiting) throw new Error("No devices.");
    await revokeDevice(test.admin, revoked.device.deviceId);
    await registerDevice(test.ctx, createInput(partly, { operator: "" }), freshBrowser());
    await registerTestDevice(test, whole);
    test.clock.advance(codeLifeMs);
    await renewDevice(test.admin, waiting.device.deviceId);
    const listed = await listDevices(test.admin, parentId);
    const states = new Map(listed.ok ? listed.devices.map(({ deviceId, state }) => [deviceId, state]) : []);
    const stateOf = ({ device }: typeof over) => states.get(device.deviceId);
    expect([over, revoked, partly, whole, waiting].map(stateOf)).toEqual([
      "code-over",
      "revoked",
      "incomplete",
      "registered",
      "waiting",
    ]);
    expect(JSON.stringify(listed)).not.toMatch(/hash/i);
  });

  it("is the only one who can create, list, renew and revoke", async () => {
    const { device } = await issueTestDevice(test);
    const known = await asDevice(test, await registerTestDevice(test, await issueTestDevice(test)));
    for (const ctx of [test.ctx, known]) {
      const answers = [
        await createDevice(ctx, { parentId: "p", locationId: "l", name: "n" }),
        await listDevices(ctx, null),
        await renewDevice(ctx, device.deviceId),
        await revokeDevice(ctx, device.deviceId),
      ];
      for (const answer of answers) expect(answer).toEqual({ ok: false, reason: "admin-key-wrong" });
    }
    expect(await renewDevice(test.admin, "nobody")).toEqual({ ok: false, reason: "device-not-found" });
    expect(await revokeDevice(test.admin, "nobody")).toEqual({ ok: false, reason: "device-not-found" });
  });
});
