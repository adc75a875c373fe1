import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { registerMerchant } from "@/lib/gateways/bambora/register-merchant";
import { readJson } from "@/lib/platform/http/read-json";
import { handleAdminWithBody } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleAdminWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const result = await registerMerchant(ctx, json.value);
    return result.ok ? { ok: true, body: { success: true, ...result.application } } : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/bambora/onboardMerchant");
