import { viewDraw } from "@/lib/activity/view-draw";
import { handleRead } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ id: string }> };

export const dynamic = "force-dynamic";

/** The public data of a draw's page. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params;
  return handleRead(request, async ({ ctx }) => {
    const viewed = await viewDraw(ctx, id);
    return viewed.ok ? { ok: true, body: { data: { draw: viewed.draw, live: viewed.live } } } : viewed;
  });
}
