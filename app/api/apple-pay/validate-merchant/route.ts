import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { requestMerchantSession } from "@/lib/gateways/apple-pay/request-merchant-session";
import { validateMerchantSchema } from "@/lib/gateways/apple-pay/schema";
import { readInput } from "@/lib/platform/http/read-json";
import { handleWriteWithBody } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleWriteWithBody(request, async ({ ctx }) => {
    const input = await readInput(request, validateMerchantSchema);
    if (!input.ok) return input;
    const result = await requestMerchantSession(ctx, input.value);
    return result.ok ? { ok: true, body: { merchantSession: result.merchantSession } } : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/apple-pay/validate-merchant");
