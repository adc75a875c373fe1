import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { findIcons } from "@/lib/icons/find-icons";
import { iconLoader } from "@/lib/platform/http/icon-loader";
import { refuse } from "@/lib/platform/http/reasons";
import { handleRead } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ file: string }> };

/** Icons never change under their name. Those that couldn't be fetched may be available at the next request. */
const caching = { whole: "public, max-age=86400", partial: "private, no-store" };

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { file } = await params;
  return handleRead(request, async ({ ctx }) => {
    const { pathname, searchParams, search } = new URL(request.url);
    if (!file.endsWith(".json")) return refuse("not-found");
    if (pathname.length + search.length > iconLoader.maxURL) return refuse("invalid-input");
    const names = (searchParams.get("icons") ?? "").split(",").filter(Boolean);
    const answer = await findIcons(ctx, { prefix: file.slice(0, -".json".length), names });
    if (!answer.ok) return answer;
    const headers = { "Cache-Control": answer.isComplete ? caching.whole : caching.partial };
    return { ok: true, body: answer.found, headers };
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/icons/[file]");
