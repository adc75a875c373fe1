import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { issueDemoLinks } from "@/lib/people/issue-demo-links";
import { handleAdmin } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleAdmin(request, async ({ ctx }) => {
    const result = await issueDemoLinks(ctx);
    return result.ok ? { ok: true, body: { links: result.links } } : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/persons/demo");
