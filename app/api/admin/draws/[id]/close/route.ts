import { refreshPages } from "@/app/api/admin/draws/refresh-pages";
import { refuseMethods } from "@/app/api/routes/table";
import { closeDraw } from "@/lib/draws/open-draw";
import { readAdminDraw } from "@/lib/draws/read-admin-draw";
import { handleAdmin } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ id: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params;
  return handleAdmin(request, async ({ ctx }) => {
    const changed = await closeDraw(ctx, id);
    if (!changed.ok) return changed;
    refreshPages(id);
    const read = await readAdminDraw(ctx, id);
    return read.ok ? { ok: true, body: { draw: read.draw } } : read;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/draws/[id]/close");
