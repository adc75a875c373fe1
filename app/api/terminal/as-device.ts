import { receiveBody } from "@/lib/platform/http/read-json";
import type { ApiResult } from "@/lib/platform/http/respond";
import { deviceCookie } from "@/lib/platform/http/secret-cookie";
import { env } from "@/lib/platform/server/env";
import { authenticateDevice } from "@/lib/terminal/device/authenticate-device";
import type { AllocationIds } from "@/lib/terminal/device/rules";
import { writeIdCookies } from "@/lib/terminal/device/rules";
import { credentialSeconds } from "@/lib/terminal/device/rules.registration";
import type { Call } from "@/lib/wiring/handle-call";

type CallHandler = (call: Call) => Promise<ApiResult>;

export function readCredential(headers: Headers): string | null {
  return deviceCookie.read(headers, isSecure());
}

/** For the credential, and for the ids, which give no access. */
export function deviceCookies(credential: string, ids: AllocationIds): string[] {
  const secret = deviceCookie.write(credential, credentialSeconds, isSecure());
  return [secret, ...writeIdCookies(ids, credentialSeconds, isSecure())];
}

export function expiredCookies(): string[] {
  const none = { deviceId: null, parentId: null, locationId: null };
  return [deviceCookie.write("", 0, isSecure()), ...writeIdCookies(none, 0, isSecure())];
}

/** Authenticates the device. The use case decides what it may do. */
export function asDevice(handler: CallHandler): CallHandler {
  return async (call) => {
    await receiveBody(call.request);
    const device = await authenticateDevice(call.ctx, readCredential(call.request.headers));
    return device.ok ? handler({ ...call, ctx: { ...call.ctx, actor: device.actor } }) : device;
  };
}

function isSecure(): boolean {
  return env().CHECKOUT_HOST.startsWith("https:");
}
