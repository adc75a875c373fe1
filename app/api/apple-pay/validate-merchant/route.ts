import { refuseMethods } from "@/app/api/routes/table";
import { requestMerchantSession } from "@/lib/gateways/apple-pay/request-merchant-session";
import { validateMerchantSchema } from "@/lib/gateways/apple-pay/schema";
import { parseInput, readJson } from "@/lib/platform/http/read-json";
import { handleWriteWithBody } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleWriteWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const input = parseInput(validateMerchantSchema, json.value);
    if (!input.ok) return input;
    const opened = await requestMerchantSession(ctx, input.value);
    return opened.ok ? { ok: true, body: { merchantSession: opened.merchantSession } } : opened;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/apple-pay/validate-merchant");
