import "server-only";

import { timingSafeEqual } from "node:crypto";

import type { Context } from "@/lib/context";
import { transact } from "@/lib/platform/db/transact";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { AdminRefusal } from "@/lib/refuse-admin";
import { refuseAdmin, refuseWithoutFreshPasskey } from "@/lib/refuse-admin";

import { giveRoles } from "./invite-person";
import type { CallingBrowser, OpenedSession } from "./open-session";
import { makeSecrets, startSession } from "./open-session";
import { isActive, lifetimesMs } from "./rules";
import type { Role } from "./rules.roles";
import { roles, wordOfRole } from "./rules.roles";
import type { DemoSignInInput } from "./schema";
import { insertOrLockPerson } from "./store";

export type DemoLink = { role: Role; link: string };

/**
 * The links by which anyone who has them signs in to a demo as a person of each role, as often as they like. Other
 * modes have none.
 */
export async function issueDemoLinks(
  ctx: Context,
): Promise<{ ok: true; links: DemoLink[] } | Refusal<AdminRefusal | "not-found">> {
  if (ctx.mode !== "demo") return refuse("not-found");
  const refused = refuseAdmin(ctx.actor, "access") ?? refuseWithoutFreshPasskey(ctx.actor);
  if (refused) return refused;
  await transact(ctx, async (tx) => {
    for (const role of roles) await ensurePerson(ctx, tx, role);
    return null;
  });
  const { origin } = new URL(ctx.checkoutHost);
  const linkOf = (role: Role) => `${origin}/console/demo#${wordOfRole(role)}.${tokenOf(ctx, role)}`;
  return { ok: true, links: roles.map((role) => ({ role, link: linkOf(role) })) };
}

/** Signs in by a demo link. */
export async function openDemoSession(
  ctx: Context,
  { role, token }: DemoSignInInput,
  calling: CallingBrowser,
): Promise<OpenedSession | Refusal<"not-found" | "access-ended">> {
  if (ctx.mode !== "demo" || !isToken(token, tokenOf(ctx, role))) return refuse("not-found");
  const secrets = makeSecrets(ctx, calling);
  const refused = await transact(ctx, async (tx) => {
    const person = await ensurePerson(ctx, tx, role);
    if (!isActive(person, ctx.now())) return refuse("access-ended");
    await startSession(ctx, tx, { person, secrets, calling });
    return null;
  });
  return refused ?? { ok: true, ...secrets, seconds: lifetimesMs.session / 1000 };
}

function tokenOf({ sealer }: Pick<Context, "sealer">, role: Role): string {
  return Buffer.from(sealer.digest(role, "console demo")).toString("base64url");
}

function isToken(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

/** A name for each role, as the list of people shows it. */
const names: Record<Role, string> = {
  admin: "Marie Roy",
  "Order Manager": "Devon Clarke",
  "Order Refunder": "Amélie Gagnon",
  "Order Email Re-sender": "Priya Nair",
  "Teams Manager": "Jo Tremblay",
  "Winner Picker": "Sam Beaulieu",
  auditor: "Claire Bouchard",
};

async function ensurePerson(ctx: Context, tx: Context["db"], role: Role) {
  const personId = Buffer.from(ctx.random(12)).toString("base64url");
  const row = {
    email: `${wordOfRole(role)}@demo.invalid`,
    name: names[role],
    locale: "en",
    createdAt: ctx.now(),
  } as const;
  const person = await insertOrLockPerson(tx, { ...row, personId, isDemo: true });
  await giveRoles(ctx, tx, person, { roles: [{ role, scope: { kind: "everything" } }], reach: "everything" });
  return person;
}
