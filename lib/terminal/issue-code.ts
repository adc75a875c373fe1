import "server-only";

import type { Context } from "@/lib/context";
import { toCrockford } from "@/lib/crockford";

import { hashCode } from "./rules.credential";
import { codeLength, codeLifeMs } from "./rules.registration";
import type { NewCode } from "./store";

/** Makes a one-time code of 130 random bits, and what is kept of it. */
export function issueCode(ctx: Pick<Context, "random" | "now" | "sealer">): { code: string; kept: NewCode } {
  const code = toCrockford(ctx.random(17), codeLength);
  const codeExpiresAt = new Date(ctx.now().getTime() + codeLifeMs);
  return { code, kept: { codeHash: hashCode(ctx.sealer, code), codeExpiresAt } };
}
