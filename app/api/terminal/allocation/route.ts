import { refuseMethods } from "@/app/api/routes/table";
import { asDevice } from "@/app/api/terminal/as-device";
import { deviceCookies, readCredential } from "@/app/api/terminal/device-cookies";
import { readAllocation } from "@/lib/terminal/device/register-device";
import { handleRead } from "@/lib/wiring/handle-call";

/** Sets the cookies again: those that were lost come back, and a tablet in use never reaches their end. */
export function GET(request: Request): Promise<Response> {
  return handleRead(
    request,
    asDevice(async ({ ctx }) => {
      const read = await readAllocation(ctx);
      if (!read.ok) return read;
      const { allocation } = read;
      const cookies = deviceCookies(readCredential(request.headers) ?? "", allocation);
      return { ok: true, body: { allocation }, cookies };
    }),
  );
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/terminal/allocation");
