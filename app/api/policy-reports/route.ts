import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { getClientIp } from "@/lib/platform/http/client-ip";
import { collectReports } from "@/lib/platform/http/collect-reports";
import { env } from "@/lib/platform/server/env";
import { handleRead } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleRead(request, async ({ ctx }) => {
    const ipAddress = getClientIp(request.headers, env().TRUSTED_PROXY_HOPS);
    const result = await collectReports(ctx, ipAddress, request);
    return result.ok ? { ok: true, body: { received: result.received } } : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/policy-reports");
