import { handleWrite } from "@/lib/http/handle-call";
import { parseInput, readJson } from "@/lib/http/read-json";
import { refuseMethodsBut } from "@/lib/http/refuse-methods";
import { requestMerchantSession } from "@/lib/payments/request-merchant-session";
import { validateMerchantSchema } from "@/lib/payments/schema.apple-pay";

export function POST(request: Request): Promise<Response> {
  return handleWrite(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const input = parseInput(validateMerchantSchema, json.value);
    if (!input.ok) return input;
    const opened = await requestMerchantSession(ctx, input.value);
    return opened.ok ? { ok: true, body: { merchantSession: opened.merchantSession } } : opened;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");
