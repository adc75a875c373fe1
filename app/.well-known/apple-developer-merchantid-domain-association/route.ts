import { readDomainFile } from "@/lib/gateways/apple-pay/read-domain-file";
import { env } from "@/lib/platform/server/env";

export const dynamic = "force-dynamic";

/** Apple follows no redirects and requires plain text (docs/bambora.md, Domain association file). */
export async function GET(): Promise<Response> {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  const file = await readDomainFile(env().APPLE_PAY_DOMAIN_FILE);
  return file ? new Response(file, { headers }) : new Response("Not found\n", { status: 404, headers });
}
