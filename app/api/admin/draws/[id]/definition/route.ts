import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { exportDraw } from "@/lib/drafts/export-draw";
import { handleAdminRead } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ id: string }> };

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params;
  const source = new URL(request.url).searchParams.get("of") === "draft" ? "draft" : "stored";
  return handleAdminRead(request, async ({ ctx }) => {
    const result = await exportDraw(ctx, id, source);
    return result.ok ? { ok: true, body: result.definition } : result;
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/admin/draws/[id]/definition");
