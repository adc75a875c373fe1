import { deviceCookie } from "@/lib/platform/http/secret-cookie";
import { env } from "@/lib/platform/server/env";
import type { AllocationIds } from "@/lib/terminal/device/rules";
import { writeIdCookies } from "@/lib/terminal/device/rules";
import { credentialSeconds } from "@/lib/terminal/device/rules.registration";

function isSecure(): boolean {
  return env().CHECKOUT_HOST.startsWith("https:");
}

/** The credential that a browser carries; null without one. */
export function readCredential(headers: Headers): string | null {
  return deviceCookie.read(headers, isSecure());
}

/** The cookies of a registered device: its credential, which opens, and its ids, which do not. */
export function deviceCookies(credential: string, ids: AllocationIds): string[] {
  const secret = deviceCookie.write(credential, credentialSeconds, isSecure());
  return [secret, ...writeIdCookies(ids, credentialSeconds, isSecure())];
}

/** The cookies that end a registration in a browser. */
export function endedCookies(): string[] {
  const none = { deviceId: null, parentId: null, locationId: null };
  return [deviceCookie.write("", 0, isSecure()), ...writeIdCookies(none, 0, isSecure())];
}
