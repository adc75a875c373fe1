import { refuse } from "@/lib/platform/http/reasons";
import { respond, respondRefusal } from "@/lib/platform/http/respond";
import { routeRules } from "@/lib/platform/http/route-rules";
import { getCurrentBuild } from "@/lib/platform/server/build";
import { env } from "@/lib/platform/server/env";
import { getCurrentRequestId } from "@/lib/platform/server/log";

type Props = { params: Promise<{ file: string }> };

/** `prerendered` is empty, because the build renders no page. */
export async function GET(_request: Request, { params }: Props): Promise<Response> {
  const build = getCurrentBuild();
  const { file } = await params;
  const requestId = getCurrentRequestId();
  if (file !== `${build.id}.json`) return respondRefusal(requestId, refuse("not-found"));
  return respond(requestId, 200, { ...build, matcher: routeRules(env().MAIN_SITE_URL), prerendered: [] });
}
