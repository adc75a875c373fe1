import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { createDevice } from "./create-device";
import { listDevices } from "./list-devices";
import { renewDevice } from "./renew-device";

const demoDevice = { parentId: "demo-parent", locationId: "forum", name: "Forum" };

/** Keeps the link between starts, because the database only has a hash of its code. */
export type LinkStore = { read: () => string | null; write: (text: string) => void };

type LinkRefusal = "not-found" | "device-not-found" | "device-revoked" | "invalid-input";

type DemoLink = { deviceId: string; link: string };

/** Returns the previous link while it is unused, otherwise a new one. If the device was revoked, creates another. */
export async function issueDemoLink(
  ctx: Context,
  store: LinkStore,
): Promise<{ ok: true; link: string } | Refusal<AdminRefusal | LinkRefusal>> {
  if (ctx.mode !== "demo") return refuse("not-found");
  const list = await listDevices(ctx, demoDevice.parentId);
  if (!list.ok) return list;
  const device = list.devices.find(
    ({ locationId, label, state }) =>
      locationId === demoDevice.locationId && label === demoDevice.name && state !== "revoked",
  );
  const earlier = readLink(store);
  if (device?.state === "waiting" && earlier?.deviceId === device.deviceId) return { ok: true, link: earlier.link };
  const answer = device ? await renewDevice(ctx, device.deviceId) : await createDevice(ctx, demoDevice);
  if (!answer.ok) return answer;
  const { link } = answer;
  store.write(JSON.stringify({ deviceId: answer.device.deviceId, link } satisfies DemoLink));
  return { ok: true, link };
}

function readLink(store: LinkStore): DemoLink | null {
  try {
    return JSON.parse(store.read() ?? "null") as DemoLink | null;
  } catch {
    return null;
  }
}
