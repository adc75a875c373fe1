import type { Context } from "@/lib/context";
import { authenticateDevice } from "@/lib/terminal/device/authenticate-device";
import { createDevice } from "@/lib/terminal/device/create-device";
import type { RegisteringBrowser } from "@/lib/terminal/device/register-device";
import { registerDevice } from "@/lib/terminal/device/register-device";
import type { IssuedDevice } from "@/lib/terminal/device/rules.registration";
import type { RegisterDeviceInput } from "@/lib/terminal/device/schema";

import { freshIpAddress } from "@/tests/support/calls/buyer";
import { freshKey } from "./orders";
import type { TestContext } from "./test-context";

export async function issueTestDevice(test: TestContext, parentId = "test-parent"): Promise<IssuedDevice> {
  const created = await createDevice(test.admin, { parentId, locationId: "gate-3", name: "Gate 3" });
  if (!created.ok) throw new Error(created.reason);
  return created;
}

/** Details given as undefined are left out. */
export function createInput(
  { device, code }: IssuedDevice,
  changes: Partial<RegisterDeviceInput["deviceData"]> = {},
): RegisterDeviceInput {
  const { deviceId, parentId, locationId } = device;
  const defaults = { name: "Gate 3", operator: "Rosalie", printer: "browser" };
  return { deviceId, parentId, deviceData: { locationId, code, ...defaults, ...changes } };
}

export function freshBrowser(changes: Partial<RegisteringBrowser> = {}): RegisteringBrowser {
  return { credential: null, key: freshKey(), ipAddress: freshIpAddress(), ...changes };
}

export async function registerTestDevice(test: TestContext, issued: IssuedDevice): Promise<string> {
  const registered = await registerDevice(test.ctx, createInput(issued), freshBrowser());
  if (!registered.ok) throw new Error(registered.reason);
  return registered.credential;
}

export async function asDevice(test: TestContext, credential: string): Promise<Context> {
  const authenticated = await authenticateDevice(test.ctx, credential);
  if (!authenticated.ok) throw new Error(authenticated.reason);
  return { ...test.ctx, actor: authenticated.actor };
}
