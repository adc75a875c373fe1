import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeEverywhere, checkFreshPasskey } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { transact } from "@/lib/platform/db/transact";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { giveRoles } from "./give-roles";
import type { Role } from "./rules.roles";
import { roles, toRoleSlug } from "./rules.roles";
import { insertOrLockPerson } from "./store";

export type DemoLink = { role: Role; link: string };

/** Returns a link for each role, by which anyone signs in to a demo as often as they like. Other modes have none. */
export async function issueDemoLinks(
  ctx: Context,
): Promise<{ ok: true; links: DemoLink[] } | Refusal<AdminRefusal | "not-found">> {
  if (ctx.mode !== "demo") return refuse("not-found");
  const refused = authorizeEverywhere(ctx.actor, "access") ?? checkFreshPasskey(ctx.actor);
  if (refused) return refused;
  await transact(ctx, async (tx) => {
    for (const role of roles) await ensureDemoPerson(ctx, tx, role);
    return null;
  });
  const { origin } = new URL(ctx.checkoutHost);
  const toLink = (role: Role) => `${origin}/console/demo#${toRoleSlug(role)}.${createToken(ctx, role)}`;
  return { ok: true, links: roles.map((role) => ({ role, link: toLink(role) })) };
}

export function createToken({ sealer }: Pick<Context, "sealer">, role: Role): string {
  return Buffer.from(sealer.digest(role, "console demo")).toString("base64url");
}

const demoNames: Record<Role, string> = {
  admin: "Marie Roy",
  "Order Manager": "Devon Clarke",
  "Order Refunder": "Amélie Gagnon",
  "Order Email Re-sender": "Priya Nair",
  "Teams Manager": "Jo Tremblay",
  "Winner Picker": "Sam Beaulieu",
  auditor: "Claire Bouchard",
};

export async function ensureDemoPerson(ctx: Context, tx: Context["db"], role: Role) {
  const personId = Buffer.from(ctx.random(12)).toString("base64url");
  const row = {
    email: `${toRoleSlug(role)}@demo.invalid`,
    name: demoNames[role],
    locale: "en",
    createdAt: ctx.now(),
  } as const;
  const person = await insertOrLockPerson(tx, { ...row, personId, isDemo: true });
  await giveRoles(ctx, tx, person, { roles: [{ role, scope: { kind: "everything" } }], accessScope: "everything" });
  return person;
}
