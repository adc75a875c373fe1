import { handleAdmin } from "@/lib/platform/http/handle-call";
import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";
import { reportDraw } from "@/lib/reports/report-draw";

type Props = { params: Promise<{ id: string }> };

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params;
  return handleAdmin(request, async ({ ctx }) => reportDraw(ctx, id));
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethodsBut("GET");
