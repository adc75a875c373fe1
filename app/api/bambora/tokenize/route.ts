import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { createProfile } from "@/lib/payments/pay/create-profile";
import { tokenizeSchema } from "@/lib/payments/schema";
import { readInput } from "@/lib/platform/http/read-json";
import { handleWriteWithBody } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleWriteWithBody(request, async ({ ctx }) => {
    const input = await readInput(request, tokenizeSchema);
    if (!input.ok) return input;
    const result = await createProfile(ctx, input.value);
    if (!result.ok) return result;
    // A tablet serves one buyer after another, so a call that doesn't name the order gets no data of its buyer.
    return { ok: true, body: { success: true, ...(input.value.orderId ? result.profile : {}) } };
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/bambora/tokenize");
