import { viewDraw } from "@/lib/activity/view-draw";
import { answerWithEtag, namesEtag } from "@/lib/platform/http/etag";
import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";
import { handleRead } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ id: string }> };

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params;
  const response = await handleRead(request, async ({ ctx }) => {
    const viewed = await viewDraw(ctx, id);
    if (!viewed.ok) return viewed;
    const { serverTime, ...changing } = viewed.live;
    return answerWithEtag({ ...changing, serverTime }, changing);
  });
  const isSame = response.ok && namesEtag(request.headers.get("if-none-match"), response.headers.get("etag"));
  return isSame ? new Response(null, { status: 304, headers: response.headers }) : response;
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethodsBut("GET");
