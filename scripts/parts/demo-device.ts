import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { AdminDevice, IssuedDevice } from "@/lib/terminal/rules.registration";

import type { AdminAccess } from "./admin-client";
import { CommandError, callAdmin } from "./admin-client";
import { explainRefusal } from "./explain-refusal";

const demoDevice = { parentId: "demo-parent", locationId: "demo-gate", name: "Demo gate" };

/** The server keeps no code, so the link lies beside the demo's other secrets. */
type KeptLink = { deviceId: string; link: string };

function readKept(file: string): KeptLink | null {
  try {
    return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as KeptLink) : null;
  } catch {
    return null;
  }
}

async function call<Body>(access: AdminAccess, method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await callAdmin<Body>(access, method, `/api/admin/devices${path}`, body);
  if (answer.status >= 300) throw new CommandError(`The demo device: ${explainRefusal(answer)}`);
  return answer.body;
}

/**
 * The link that registers the demo's tablet: the one of before while it waits for its use, else a new one for the same
 * device; a new device where it was revoked.
 */
export async function demoRegistrationLink(access: AdminAccess, dataDir: string): Promise<string> {
  const file = join(dataDir, "demo-registration.json");
  const { devices } = await call<{ devices: AdminDevice[] }>(access, "GET", `?parentId=${demoDevice.parentId}`);
  const known = devices.find(
    ({ locationId, label, state }) =>
      locationId === demoDevice.locationId && label === demoDevice.name && state !== "revoked",
  );
  const kept = readKept(file);
  if (known?.state === "waiting" && kept?.deviceId === known.deviceId) return kept.link;
  const issued = known
    ? await call<IssuedDevice>(access, "POST", `/${known.deviceId}/renew`)
    : await call<IssuedDevice>(access, "POST", "", demoDevice);
  const made: KeptLink = { deviceId: issued.device.deviceId, link: issued.link };
  writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  return issued.link;
}
