import { createProfile } from "@/lib/payments/create-profile";
import { tokenizeSchema } from "@/lib/payments/schema.payments";
import { parseInput, readJson } from "@/lib/platform/http/read-json";
import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";
import { handleWrite } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleWrite(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const input = parseInput(tokenizeSchema, json.value);
    if (!input.ok) return input;
    const created = await createProfile(ctx, input.value);
    return created.ok ? { ok: true, body: { success: true, ...created.profile } } : created;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");
