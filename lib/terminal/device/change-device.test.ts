import { afterAll, expect, it } from "vitest";

import type { Context } from "@/lib/context";
import { createInput, freshBrowser, issueTestDevice, registerTestDevice } from "@/tests/support/core/issued-device";
import { openTestContext } from "@/tests/support/core/test-context";
import { authenticateDevice } from "./authenticate-device";
import { changeDevice } from "./change-device";
import { createDevice } from "./create-device";
import { listDeviceHistory, listDevices } from "./list-devices";
import { registerDevice } from "./register-device";
import { renewDevice } from "./renew-device";
import { revokeDevice } from "./revoke-device";
import { listDeviceRows, saveDeviceUse } from "./store";

const test = await openTestContext();
afterAll(() => test.close());

function asPerson(isFresh: boolean): Context {
  const grants = [{ rights: ["devices"] as const, scope: { kind: "parent", parentId: "test-parent" } as const }];
  return {
    ...test.ctx,
    actor: { kind: "admin", name: "person:P1", grants, person: { id: "P1", sessionId: "S1", isFresh } },
  };
}

async function deviceRows() {
  return JSON.stringify(await listDeviceRows(test.ctx.db, null, "everything"));
}

const input = { parentId: "test-parent", locationId: "gate-1", name: "Gate 1" };

it("a person makes, renews, changes and revokes devices only with a fresh passkey; lists need none", async () => {
  const { deviceId } = (await issueTestDevice(test)).device;
  const changes = [
    (ctx: Context) => createDevice(ctx, input),
    (ctx: Context) => renewDevice(ctx, deviceId),
    (ctx: Context) => changeDevice(ctx, deviceId, { listsOthers: true }),
    (ctx: Context) => revokeDevice(ctx, deviceId),
  ];
  const before = await deviceRows();
  for (const change of changes) {
    expect(await change(asPerson(false))).toEqual({ ok: false, reason: "passkey-required" });
  }
  expect(await deviceRows()).toBe(before);
  expect(await listDevices(asPerson(false), null)).toMatchObject({ ok: true, devices: [{ deviceId }] });
  // As a negative control, a fresh session makes the same changes, in the person's name.
  for (const change of changes) expect(await change(asPerson(true))).toMatchObject({ ok: true });
  expect(await deviceRows()).not.toBe(before);
  const history = await listDeviceHistory(test.admin, "test-parent");
  const last = history.ok ? history.entries.at(-1) : undefined;
  expect(last).toMatchObject({ action: "device-revoked", operator: "person:P1" });
});

it("a device whose id can't be stored isn't found", async () => {
  const unknown = { ok: false, reason: "device-not-found" };
  for (const deviceId of ["\u0000", "", "a".repeat(65)]) {
    expect(await renewDevice(test.admin, deviceId)).toEqual(unknown);
    expect(await changeDevice(test.admin, deviceId, { listsOthers: true })).toEqual(unknown);
    expect(await revokeDevice(test.admin, deviceId)).toEqual(unknown);
  }
  expect(await listDevices(test.admin, "\u0000")).toMatchObject({ reason: "invalid-input" });
});

async function seenAt(deviceId: string): Promise<string | null | undefined> {
  const listed = await listDevices(test.admin, null);
  return listed.ok ? listed.devices.find((device) => device.deviceId === deviceId)?.lastSeenAt : undefined;
}

it("a device's last call is noted at most once a minute", async () => {
  const issued = await issueTestDevice(test);
  const { deviceId } = issued.device;
  const credential = await registerTestDevice(test, issued);
  expect(await seenAt(deviceId)).toBeNull();
  const call = () => authenticateDevice(test.ctx, credential);
  const first = test.clock.now().toISOString();
  await call();
  expect(await seenAt(deviceId)).toBe(first);
  test.clock.advance(59_000);
  await call();
  expect(await seenAt(deviceId)).toBe(first);
  test.clock.advance(1_000);
  const later = test.clock.now();
  await Promise.all([call(), call()]);
  expect(await seenAt(deviceId)).toBe(later.toISOString());
  // Uses the row as a concurrent call read it before, so it writes nothing.
  const stale = new Date(later.getTime() - 60_000);
  await saveDeviceUse(test.ctx.db, deviceId, new Date(later.getTime() + 10), stale);
  expect(await seenAt(deviceId)).toBe(later.toISOString());
});

it("neither a wrong credential nor a revoked device's call is noted", async () => {
  const issued = await issueTestDevice(test);
  const credential = await registerTestDevice(test, issued);
  await revokeDevice(test.admin, issued.device.deviceId);
  expect(await authenticateDevice(test.ctx, credential)).toEqual({ ok: false, reason: "device-revoked" });
  const unused = await issueTestDevice(test);
  expect(await registerDevice(test.ctx, createInput(unused), freshBrowser())).toMatchObject({ ok: true });
  expect(await authenticateDevice(test.ctx, `${credential}x`)).toEqual({ ok: false, reason: "device-required" });
  expect([await seenAt(issued.device.deviceId), await seenAt(unused.device.deviceId)]).toEqual([null, null]);
});
