import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { viewHome } from "@/lib/console/home/view-home";
import { env } from "@/lib/platform/server/env";
import { endingHosts } from "@/lib/platform/server/env.gateways";
import { handleAdminRead } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleAdminRead(request, async ({ ctx }) => {
    const result = await viewHome(ctx, { hasEndingHosts: endingHosts(env(), ctx.now()).length > 0 });
    return result.ok ? { ok: true, body: { home: result.home } } : result;
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/admin/home");
