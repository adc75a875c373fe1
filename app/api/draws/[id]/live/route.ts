import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { viewLive } from "@/lib/activity/view-live";
import { handleRead } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ id: string }> };

// A fresh cached answer is sent before Next (lib/wiring/respond-live.ts).
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params;
  return handleRead(request, ({ ctx }) => viewLive(ctx, id));
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/draws/[id]/live");
