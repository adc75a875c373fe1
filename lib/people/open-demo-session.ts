import "server-only";

import { timingSafeEqual } from "node:crypto";
import type { Context } from "@/lib/context";
import { transact } from "@/lib/platform/db/transact";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { createToken, ensureDemoPerson } from "./issue-demo-links";
import { isActive, lifetimesMs } from "./rules";
import type { DemoSignInInput } from "./schema";
import type { ClientInfo, SessionCookies } from "./sessions/open-session";
import { createSecrets, startSession } from "./sessions/open-session";

export async function openDemoSession(
  ctx: Context,
  { role, token }: DemoSignInInput,
  client: ClientInfo,
): Promise<SessionCookies | Refusal<"not-found" | "access-ended">> {
  if (ctx.mode !== "demo" || !matchesToken(token, createToken(ctx, role))) return refuse("not-found");
  const secrets = createSecrets(ctx, client);
  const refused = await transact(ctx, async (tx) => {
    const person = await ensureDemoPerson(ctx, tx, role);
    if (!isActive(person, ctx.now())) return refuse("access-ended");
    await startSession(ctx, tx, { person, secrets, client });
    return null;
  });
  return refused ?? { ok: true, ...secrets, maxAgeSeconds: lifetimesMs.session / 1000 };
}

function matchesToken(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
