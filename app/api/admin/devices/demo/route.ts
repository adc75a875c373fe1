import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { env } from "@/lib/platform/server/env";
import { createDemoLinkStore } from "@/lib/platform/server/env.demo";
import { issueDemoLink } from "@/lib/terminal/device/issue-demo-link";
import { handleAdmin } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleAdmin(request, async ({ ctx }) => {
    const result = await issueDemoLink(ctx, createDemoLinkStore(env().DATA_DIR));
    return result.ok ? { ok: true, body: { link: result.link } } : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/devices/demo");
