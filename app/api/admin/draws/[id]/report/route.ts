import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { reportDraw } from "@/lib/reports/report-draw";
import { handleAdmin } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ id: string }> };

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params;
  return handleAdmin(request, async ({ ctx }) => reportDraw(ctx, id));
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/admin/draws/[id]/report");
