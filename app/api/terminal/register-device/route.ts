import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { deviceCookies, readCredential } from "@/app/api/terminal/as-device";
import { getClientIp } from "@/lib/platform/http/client-ip";
import { readInput } from "@/lib/platform/http/read-json";
import { readIdempotencyKey } from "@/lib/platform/http/request-headers";
import { env } from "@/lib/platform/server/env";
import { registerDevice } from "@/lib/terminal/device/register-device";
import { registerDeviceSchema } from "@/lib/terminal/device/schema";
import { handleWriteWithBody } from "@/lib/wiring/handle-call";
import messages from "@/messages/en.json";

export function POST(request: Request): Promise<Response> {
  return handleWriteWithBody(request, async ({ ctx }) => {
    const input = await readInput(request, registerDeviceSchema);
    if (!input.ok) return input;
    const key = readIdempotencyKey(request.headers);
    const result = await registerDevice(ctx, input.value, {
      credential: readCredential(request.headers),
      key: key.ok ? key.value : null,
      ipAddress: getClientIp(request.headers, env().TRUSTED_PROXY_HOPS),
    });
    if (!result.ok) return result;
    const { allocation, credential } = result;
    const message = messages.registration.notifications.registered;
    return { ok: true, body: { success: true, message, allocation }, cookies: deviceCookies(credential, allocation) };
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/terminal/register-device");
