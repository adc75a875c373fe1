import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { expiredCookies, readCredential } from "@/app/api/terminal/as-device";
import { readInput } from "@/lib/platform/http/read-json";
import { deleteAllocation } from "@/lib/terminal/device/delete-allocation";
import { deleteAllocationSchema } from "@/lib/terminal/device/schema";
import { handleWriteWithBody } from "@/lib/wiring/handle-call";
import messages from "@/messages/en.json";

export function POST(request: Request): Promise<Response> {
  return handleWriteWithBody(request, async ({ ctx }) => {
    const input = await readInput(request, deleteAllocationSchema);
    if (!input.ok) return input;
    const result = await deleteAllocation(ctx, input.value, readCredential(request.headers));
    if (!result.ok) return result;
    const message = messages.registration.notifications.deleted;
    return { ok: true, body: { success: true, message }, cookies: expiredCookies() };
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/terminal/delete-allocation");
