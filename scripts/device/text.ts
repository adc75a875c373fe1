import { renderUnicodeCompact } from "uqr";

import type { AdminDevice, IssuedDevice } from "@/lib/terminal/device/rules.registration";
import { getDeviceName } from "@/lib/terminal/device/rules.registration";
import { tableLines } from "@/scripts/command/text-table";

export function deviceLines(devices: readonly AdminDevice[]): string[] {
  const headings = ["Name", "Parent", "Location", "State", "Lists", "Registered", "ID"];
  const rows = devices.map((device) => {
    const { parentId, locationId, registeredAt, deviceId } = device;
    const lists = device.listsOthers ? "all orders" : "own orders";
    return [getDeviceName(device), parentId, locationId, stateText(device), lists, timeText(registeredAt), deviceId];
  });
  return tableLines(
    headings.map((heading) => [heading, "left"] as const),
    rows,
  );
}

export function issuedLines({ device, link }: IssuedDevice): string[] {
  const { parentId, locationId, codeExpiresAt } = device;
  return [
    `${getDeviceName(device)} (${parentId}, ${locationId})`,
    "",
    "Open this link on the tablet, or scan the code with its camera. It registers one tablet, once:",
    link,
    "",
    renderUnicodeCompact(link, { border: 2 }),
    "",
    `The link expires ${timeText(codeExpiresAt)} and won't be shown again. For a new one: npm run device -- renew ${device.deviceId}`,
  ];
}

function timeText(instant: string | null): string {
  return instant ? `${instant.slice(0, 16).replace("T", " ")} UTC` : "";
}

function stateText({ state, codeExpiresAt, revokedAt, name, operator, printer }: AdminDevice): string {
  const missing = Object.entries({ name, operator, printer }).flatMap(([detail, value]) => (value ? [] : [detail]));
  switch (state) {
    case "waiting":
      return `not registered, link valid until ${timeText(codeExpiresAt)}`;
    case "code-over":
      return "not registered, link expired (use renew)";
    case "incomplete":
      return `registered, can't sell yet: no ${missing.join(", no ")}`;
    case "registered":
      return `registered; operator ${operator}, printer ${printer}`;
    case "revoked":
      return `revoked ${timeText(revokedAt)}`;
  }
}
