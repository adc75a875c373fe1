import { randomUUID } from "node:crypto";

import type { Allocation } from "@/lib/terminal/device/rules";
import type { AdminDevice, IssuedDevice } from "@/lib/terminal/device/rules.registration";
import type { Server } from "@/tests/support/servers/server";
import type { Answer } from "./buyer";
import { adminCall, createBuyer } from "./buyer";

/** The default is a tablet at gate 3 that may sell. Empty details are omitted. */
export type DeviceChanges = {
  parentId?: string;
  locationId?: string;
  label?: string;
  name?: string;
  operator?: string;
  printer?: string;
  listsOthers?: boolean;
};

export type DeviceCall = <Body>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<Body>>;

export type RegisteredDevice = {
  deviceId: string;
  parentId: string;
  locationId: string;
  cookie: string;
  cookies: { name: string; value: string }[];
  allocation: Allocation;
  call: DeviceCall;
};

export type Registration = { deviceId: string; parentId: string; deviceData: Record<string, unknown> };

export type RegistrationAnswer = Answer<{ success: boolean; message: string; allocation: Allocation }>;

export async function issueDevice(server: Server, changes: DeviceChanges = {}): Promise<IssuedDevice> {
  const { parentId = "demo-parent", locationId = "gate-3", label = "Gate 3" } = changes;
  const body = { parentId, locationId, name: label };
  const answer = await adminCall<IssuedDevice>(server, "POST", "/api/admin/devices", body);
  if (answer.status !== 201) throw new Error(`The device was refused: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export async function withdrawDevice(server: Server, deviceId: string): Promise<AdminDevice> {
  const path = `/api/admin/devices/${deviceId}/revoke`;
  const answer = await adminCall<{ device: AdminDevice }>(server, "POST", path, {});
  if (answer.status !== 200) throw new Error(`The device was not withdrawn: ${JSON.stringify(answer.body)}`);
  return answer.body.device;
}

export async function setListsOthers(server: Server, deviceId: string, listsOthers = true): Promise<AdminDevice> {
  const path = `/api/admin/devices/${deviceId}/settings`;
  const answer = await adminCall<{ device: AdminDevice }>(server, "POST", path, { listsOthers });
  if (answer.status !== 200) throw new Error(`The device was not changed: ${JSON.stringify(answer.body)}`);
  return answer.body.device;
}

export function createRegistration({ device, code }: IssuedDevice, changes: DeviceChanges = {}): Registration {
  const { name = "Gate 3", operator = "Rosalie", printer = "browser" } = changes;
  const { deviceId, parentId, locationId } = device;
  return { deviceId, parentId, deviceData: { locationId, code, name, operator, printer } };
}

/** With its own `key`, the call can be repeated after a lost answer. */
export function callRegister(
  server: Pick<Server, "url">,
  body: unknown,
  { key = randomUUID(), cookie }: { key?: string; cookie?: string } = {},
): Promise<RegistrationAnswer> {
  const headers = { "sec-fetch-site": "same-origin", "idempotency-key": key, ...(cookie ? { cookie } : {}) };
  return createBuyer(server).call("POST", "/api/terminal/register-device", body, headers);
}

/** The device's cookies, without the visitor's. */
export function readDeviceCookies(headers: Headers): { name: string; value: string }[] {
  return headers
    .getSetCookie()
    .map((line) => /^([^=]+)=([^;]*)/.exec(line))
    .map((found) => ({ name: found?.[1] ?? "", value: found?.[2] ?? "" }))
    .filter(({ name, value }) => value !== "" && !name.endsWith("tirage-client"));
}

export function deviceCalls(server: Pick<Server, "url">, cookie: string): DeviceCall {
  const own = { cookie, "sec-fetch-site": "same-origin" };
  return (method, path, body, headers) => createBuyer(server).call(method, path, body, { ...own, ...headers });
}

export async function registerDevice(server: Server, changes: DeviceChanges = {}): Promise<RegisteredDevice> {
  const issued = await issueDevice(server, changes);
  const answer = await callRegister(server, createRegistration(issued, changes));
  if (answer.status !== 200) throw new Error(`The registration was refused: ${JSON.stringify(answer.body)}`);
  const cookies = readDeviceCookies(answer.headers);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const { deviceId, parentId, locationId } = issued.device;
  if (changes.listsOthers) await setListsOthers(server, deviceId);
  const { allocation } = answer.body;
  return { deviceId, parentId, locationId, cookie, cookies, allocation, call: deviceCalls(server, cookie) };
}
