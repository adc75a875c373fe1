import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { listDrawHistory } from "@/lib/draws/list-draw-history";
import { handleAdmin } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ id: string }> };

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params;
  return handleAdmin(request, async ({ ctx }) => {
    const result = await listDrawHistory(ctx, id);
    return result.ok ? { ok: true, body: { entries: result.entries } } : result;
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/admin/draws/[id]/history");
