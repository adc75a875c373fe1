import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { asDevice, deviceCookies, readCredential } from "@/app/api/terminal/as-device";
import { readAllocation } from "@/lib/terminal/device/read-allocation";
import { handleRead } from "@/lib/wiring/handle-call";

/** Sets the cookies again, which restores lost ones, and renews those of a tablet in use before they expire. */
export function GET(request: Request): Promise<Response> {
  return handleRead(
    request,
    asDevice(async ({ ctx }) => {
      const result = await readAllocation(ctx);
      if (!result.ok) return result;
      const { allocation } = result;
      const cookies = deviceCookies(readCredential(request.headers) ?? "", allocation);
      return { ok: true, body: { allocation }, cookies };
    }),
  );
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/terminal/allocation");
