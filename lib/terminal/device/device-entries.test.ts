import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Context } from "@/lib/context";
import { createInput, freshBrowser } from "@/tests/support/core/issued-device";
import { registerDevice as registerTerminal } from "@/tests/support/core/terminal";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { changeDevice } from "./change-device";
import { createDevice } from "./create-device";
import { deleteAllocation } from "./delete-allocation";
import { listDeviceHistory } from "./list-devices";
import { registerDevice } from "./register-device";
import { renewDevice } from "./renew-device";
import { revokeDevice } from "./revoke-device";

let test: TestContext;
let robin: Context;

beforeAll(async () => {
  test = await openTestContext();
  robin = { ...test.ctx, actor: { kind: "admin", name: "Robin", grants: "all" } };
});
afterAll(() => test.close());

async function issue(parentId: string) {
  const issued = await createDevice(robin, { parentId, locationId: "gate-3", name: "Gate" });
  if (!issued.ok) throw new Error(issued.reason);
  return issued;
}

async function told(parentId: string, deviceId: string) {
  const listed = await listDeviceHistory(test.admin, parentId);
  if (!listed.ok) throw new Error(listed.reason);
  return listed.entries.map(({ action, actor, operator, detail: { device, ...detail } }) => {
    expect(device).toBe(deviceId);
    return [action, actor, operator, detail];
  });
}

describe("audit entries of a device", () => {
  it("cover its whole life, a changed operator under the previous operator's name", async () => {
    const issued = await issue("one-life");
    const { deviceId, parentId } = issued.device;
    const browser = freshBrowser();
    const act = async (work: () => Promise<{ ok: boolean }>) => {
      test.clock.advance(1000);
      expect(await work()).toMatchObject({ ok: true });
    };
    const complete = (operator: string, printer: string) => {
      const { code: _used, ...deviceData } = createInput(issued, { operator, printer }).deviceData;
      return registerDevice(test.ctx, { deviceId, parentId, deviceData }, { ...browser, credential });
    };
    await act(() => renewDevice(robin, deviceId));
    test.clock.advance(1000);
    const renewed = await renewDevice(test.admin, deviceId);
    if (!renewed.ok) throw new Error(renewed.reason);
    test.clock.advance(1000);
    const registered = await registerDevice(test.ctx, createInput(renewed, { operator: "Sam" }), browser);
    const credential = registered.ok ? registered.credential : "";
    await act(() => registerDevice(test.ctx, createInput(renewed, { operator: "Sam" }), browser));
    await act(() => complete("Kim", "58mm"));
    await act(() => complete("Kim", "58mm"));
    await act(() => changeDevice(robin, deviceId, { listsOthers: true }));
    await act(() => changeDevice(robin, deviceId, { listsOthers: true }));
    await act(() => changeDevice(robin, deviceId, { listsOthers: false }));
    await act(() => deleteAllocation(test.ctx, { deviceId, parentId }, credential));
    await act(() => revokeDevice(robin, deviceId));
    await act(() => revokeDevice(robin, deviceId));
    expect(await told(parentId, deviceId)).toEqual([
      ["device-created", "admin", "Robin", { location: "gate-3", label: "Gate" }],
      ["device-renewed", "admin", "Robin", {}],
      ["device-renewed", "admin", null, {}],
      ["device-registered", "device", "Sam", { name: "Gate 3", operator: "Sam", printer: "browser" }],
      ["device-completed", "device", "Sam", { operator: "Kim", printer: "58mm" }],
      ["device-changed", "admin", "Robin", { listsOthers: true }],
      ["device-changed", "admin", "Robin", { listsOthers: false }],
      ["allocation-deleted", "device", "Kim", {}],
      ["device-revoked", "admin", "Robin", {}],
    ]);
  });

  it("are written once if one call registers twice at the same time", async () => {
    const issued = await issue("at-once");
    const browser = freshBrowser();
    await Promise.all([1, 2, 3].map(() => registerDevice(test.ctx, createInput(issued), browser)));
    const actions = (await told("at-once", issued.device.deviceId)).map(([action]) => action);
    expect(actions).toEqual(["device-created", "device-registered"]);
  });

  it("contain neither code nor credential", async () => {
    const issued = await issue("secrets");
    const registered = await registerDevice(test.ctx, createInput(issued), freshBrowser());
    const written = JSON.stringify(await told("secrets", issued.device.deviceId));
    expect(written).not.toContain(issued.code);
    expect(written).not.toContain(registered.ok ? registered.credential : "");
  });

  it("aren't written for refused calls; only admins can read them, for a valid parent", async () => {
    const issued = await issue("refused");
    const { deviceId } = issued.device;
    expect(await revokeDevice(test.ctx, deviceId)).toEqual({ ok: false, reason: "admin-key-wrong" });
    const listsOthers = true;
    expect(await changeDevice(test.ctx, deviceId, { listsOthers })).toEqual({ ok: false, reason: "admin-key-wrong" });
    const device = await registerTerminal(test, { deviceId: "refused-too", parentId: "elsewhere" });
    expect(await changeDevice(device, "refused-too", { listsOthers })).toMatchObject({ reason: "admin-key-wrong" });
    await registerDevice(test.ctx, createInput(issued, { code: "0".repeat(26) }), freshBrowser());
    expect((await told("refused", deviceId)).map(([action]) => action)).toEqual(["device-created"]);
    expect(await listDeviceHistory(test.ctx, "refused")).toEqual({ ok: false, reason: "admin-key-wrong" });
    expect(await listDeviceHistory(test.admin, "\0")).toMatchObject({ ok: false, reason: "invalid-input" });
  });
});
