import { respondWithDraw } from "@/app/api/admin/draws/refresh-pages";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { archiveDraw } from "@/lib/draws/archive-draw";
import { handleAdmin } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ id: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params;
  return handleAdmin(request, async ({ ctx }) => respondWithDraw(ctx, id, await archiveDraw(ctx, id)));
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/draws/[id]/archive");
