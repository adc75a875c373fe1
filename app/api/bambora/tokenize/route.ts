import { refuseMethods } from "@/app/api/routes/table";
import { createProfile } from "@/lib/payments/pay/create-profile";
import { tokenizeSchema } from "@/lib/payments/schema";
import { parseInput, readJson } from "@/lib/platform/http/read-json";
import { handleWriteWithBody } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleWriteWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const input = parseInput(tokenizeSchema, json.value);
    if (!input.ok) return input;
    const created = await createProfile(ctx, input.value);
    if (!created.ok) return created;
    // A tablet's browser serves one buyer after another: who doesn't name an order is told nothing of it.
    return { ok: true, body: { success: true, ...(input.value.orderId ? created.profile : {}) } };
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/bambora/tokenize");
