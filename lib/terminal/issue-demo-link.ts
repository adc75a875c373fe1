import "server-only";

import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import { createDevice } from "./create-device";
import { listDevices } from "./list-devices";
import { renewDevice } from "./renew-device";

const demoDevice = { parentId: "demo-parent", locationId: "forum", name: "Forum" };

/** Where the link is stored between two starts, because the database only has a hash of its code. */
export type LinkKeeper = { read: () => string | null; write: (text: string) => void };

type KeptLink = { deviceId: string; link: string };

function readKept(keeper: LinkKeeper): KeptLink | null {
  try {
    return JSON.parse(keeper.read() ?? "null") as KeptLink | null;
  } catch {
    return null;
  }
}

/**
 * The link that registers the demo's tablet: the previous one while it is unused, otherwise a new one for the same
 * device; a new device if it was revoked. For an admin. Refusals: `not-found` outside of a demo, `admin-key-wrong`.
 */
export async function issueDemoLink(ctx: Context, keeper: LinkKeeper): Promise<{ ok: true; link: string } | Refusal> {
  if (ctx.mode !== "demo") return refuse("not-found");
  const listed = await listDevices(ctx, demoDevice.parentId);
  if (!listed.ok) return listed;
  const known = listed.devices.find(
    ({ locationId, label, state }) =>
      locationId === demoDevice.locationId && label === demoDevice.name && state !== "revoked",
  );
  const kept = readKept(keeper);
  if (known?.state === "waiting" && kept?.deviceId === known.deviceId) return { ok: true, link: kept.link };
  const issued = known ? await renewDevice(ctx, known.deviceId) : await createDevice(ctx, demoDevice);
  if (!issued.ok) return issued;
  const made: KeptLink = { deviceId: issued.device.deviceId, link: issued.link };
  keeper.write(JSON.stringify(made));
  return { ok: true, link: issued.link };
}
