import "server-only";

import type { z } from "zod";
import type { AdminRefusal } from "@/lib/authorize-admin";
import { checkFreshPasskey } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import { idSchema } from "@/lib/draws/schema.fields";
import { readParentId } from "@/lib/draws/store";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

export type PersonRefusal = AdminRefusal | "invalid-input" | "draw-not-found" | "person-required";

/**
 * For acts of two people: refuses keys, `ADMIN_KEY` included, because whoever knows a key is nobody in particular. Of
 * the roles, only `admin` has the right `draws`. As in other calls, a wrong body is refused before that.
 */
export async function authorizePerson<Schema extends z.ZodType>(
  ctx: Context,
  drawId: string,
  { schema, body, needsPasskey }: { schema: Schema; body: unknown; needsPasskey: boolean },
): Promise<{ ok: true; personId: string; input: z.infer<Schema> } | Refusal<PersonRefusal>> {
  const refusal = await authorizeForDraw(ctx, "draws", drawId, "draw-not-found");
  if (refusal) return refusal;
  const isDraw = idSchema.safeParse(drawId).success && (await readParentId(ctx.db, drawId)) !== null;
  if (!isDraw) return refuse("draw-not-found");
  const parsed = parseInput(schema, body);
  if (!parsed.ok) return parsed;
  const personId = ctx.actor.kind === "admin" ? ctx.actor.person?.id : undefined;
  if (personId === undefined) return refuse("person-required");
  const passkeyRefusal = needsPasskey ? checkFreshPasskey(ctx.actor) : null;
  return passkeyRefusal ?? { ok: true, personId, input: parsed.value };
}
