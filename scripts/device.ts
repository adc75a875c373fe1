import type { WrittenEntry } from "@/lib/audit/rules";
import type { AdminDevice, DeviceAction, IssuedDevice } from "@/lib/terminal/device/rules.registration";
import { getDeviceName } from "@/lib/terminal/device/rules.registration";
import type { AdminAccess } from "./command/admin-client";
import { CommandError, callAdmin, findAdminAccess, requireSuccess } from "./command/admin-client";
import { historyLines } from "./command/history-text";
import { runCommand } from "./command/run-command";
import type { DeviceOptions } from "./device/options";
import { parseDeviceOptions } from "./device/options";
import { deviceLines, issuedLines } from "./device/text";

const usage = `Usage: npm run device -- create --parent P --location L --name "Gate 3"
                                        create a tablet and print its registration link
       npm run device -- list           list all devices with their state
         --parent P                     only the devices of one parent
       npm run device -- history PARENT show who did what to a parent's devices, and when
       npm run device -- renew ID       print a new registration link; the old one stops working
       npm run device -- set ID --lists-others on
                                        let a device list what other tablets and the web sold, too; off by default
       npm run device -- revoke ID      revoke a device for good`;

const path = "/api/admin/devices";

async function listDevices(access: AdminAccess, parent: string | null): Promise<void> {
  const query = parent === null ? "" : `?parentId=${encodeURIComponent(parent)}`;
  const { devices } = requireSuccess(await callAdmin<{ devices: AdminDevice[] }>(access, "GET", path + query));
  console.log(devices.length > 0 ? deviceLines(devices).join("\n") : "No devices yet.");
}

async function listHistory(access: AdminAccess, parent: string): Promise<void> {
  const historyPath = `${path}/history?parentId=${encodeURIComponent(parent)}`;
  const answer = await callAdmin<{ entries: WrittenEntry<DeviceAction>[] }>(access, "GET", historyPath);
  console.log(historyLines(requireSuccess(answer).entries).join("\n"));
}

async function issue(access: AdminAccess, path: string, body?: unknown): Promise<void> {
  console.log(issuedLines(requireSuccess(await callAdmin<IssuedDevice>(access, "POST", path, body))).join("\n"));
}

async function revoke(access: AdminAccess, path: string): Promise<void> {
  const { device } = requireSuccess(await callAdmin<{ device: AdminDevice }>(access, "POST", path));
  console.log(`Revoked ${getDeviceName(device)} (${device.parentId}, ${device.locationId}). It can't sell anymore.`);
}

async function change(access: AdminAccess, path: string, listsOthers: boolean): Promise<void> {
  const { device } = requireSuccess(await callAdmin<{ device: AdminDevice }>(access, "POST", path, { listsOthers }));
  const whose = device.listsOthers ? "orders of every tablet and of the web" : "its own orders only";
  console.log(`${getDeviceName(device)} (${device.parentId}, ${device.locationId}) lists ${whose} now.`);
}

function run(access: AdminAccess, options: DeviceOptions): Promise<void> {
  if (options.command === "list") return listDevices(access, options.parent);
  if (options.command === "history") return listHistory(access, options.parent);
  if (options.command === "create") {
    const { parent, location, name } = options;
    return issue(access, path, { parentId: parent, locationId: location, name });
  }
  const device = `${path}/${encodeURIComponent(options.deviceId)}`;
  if (options.command === "set") return change(access, `${device}/settings`, options.listsOthers);
  const commandPath = `${device}/${options.command}`;
  return options.command === "renew" ? issue(access, commandPath) : revoke(access, commandPath);
}

async function main(args: string[]): Promise<void> {
  const options = parseDeviceOptions(args);
  if (!options) throw new CommandError(usage);
  await run(findAdminAccess(process.env), options);
}

await runCommand(usage, main);
