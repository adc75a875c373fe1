import { changeDevice } from "@/lib/terminal/device/change-device";
import { createDevice } from "@/lib/terminal/device/create-device";
import { registerDevice } from "@/lib/terminal/device/register-device";

import { admin } from "./draw";
import type { World } from "./world";
import { runAllTurns, startCall } from "./world";

export type Registered = { deviceId: string; credential: string };

const parentId = "test-parent";
const locationId = "gate";

/** The two tablets list each other's sales. */
export async function registerDevices(world: World): Promise<Registered[]> {
  return [await registerOne(world, "gate-1"), await registerOne(world, "gate-2")];
}

async function registerOne(world: World, name: string): Promise<Registered> {
  const devices: Registered[] = [];
  await startCall(
    world,
    { name: "register", process: 0, actor: admin },
    async (ctx) => {
      const issued = await createDevice(ctx, { parentId, locationId, name });
      if (!issued.ok) return issued;
      const { deviceId } = issued.device;
      const deviceData = { locationId, code: issued.code, name, operator: `Operator of ${name}`, printer: "browser" };
      const browser = { credential: null, key: `key-of-${name}`, ipAddress: "10.0.0.1" };
      const registered = await registerDevice(ctx, { deviceId, parentId, deviceData }, browser);
      const changed = await changeDevice(ctx, deviceId, { listsOthers: true });
      if (!changed.ok) return changed;
      return registered.ok ? { ok: true as const, deviceId, credential: registered.credential } : registered;
    },
    (answer) => {
      if (answer.ok) devices.push({ deviceId: answer.deviceId, credential: answer.credential });
    },
  );
  await runAllTurns(world);
  const [registered] = devices;
  if (!registered) throw new Error(`${name} could not be registered.`);
  return registered;
}
