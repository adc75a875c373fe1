import { queryOptions } from "@tanstack/react-query";

import type { RefusalError } from "@/lib/platform/http/browser/client";
import { hasKey, unwrapResult } from "@/lib/platform/http/browser/client";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { fetchJson } from "@/lib/platform/http/browser/fetch-json";
import type { ListedDevice } from "@/lib/terminal/summary/rules";

import type { AdminDevice, IssuedDevice } from "./rules.registration";
import type { ChangeDeviceInput, CreateDeviceInput } from "./schema";

const path = "/api/admin/devices";

export function devicesQuery() {
  type Devices = { devices: ListedDevice[] };
  return queryOptions<Devices, RefusalError, Devices, readonly string[]>({
    queryKey: ["devices"],
    queryFn: async ({ signal }) => unwrapResult(await fetchJson(path, hasKey<Devices>("devices"), { signal })).body,
  });
}

type AdminResult<Body> = { ok: true; body: Body } | CallRefusal;

export function createDevice(input: CreateDeviceInput): Promise<AdminResult<IssuedDevice>> {
  return fetchJson(path, hasKey<IssuedDevice>("link"), { body: input });
}

export function renewDevice(deviceId: string): Promise<AdminResult<IssuedDevice>> {
  return fetchJson(`${path}/${deviceId}/renew`, hasKey<IssuedDevice>("link"), { method: "POST" });
}

type Changed = { device: AdminDevice };

export function changeDevice(deviceId: string, input: ChangeDeviceInput): Promise<AdminResult<Changed>> {
  return fetchJson(`${path}/${deviceId}/settings`, hasKey<Changed>("device"), { body: input });
}

export function revokeDevice(deviceId: string): Promise<AdminResult<Changed>> {
  return fetchJson(`${path}/${deviceId}/revoke`, hasKey<Changed>("device"), { method: "POST" });
}
