import "server-only";

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Actor } from "@/lib/actor";
import type { Context } from "@/lib/context";
import type { LocatedCaller } from "@/lib/gateways/ip-location/port";
import { authenticateAdmin } from "@/lib/keys/authenticate-admin";
import type { Purpose } from "@/lib/platform/db/database";
import { env } from "@/lib/platform/server/env";
import { runtime } from "./runtime";

const anonymousBuyer: Actor = { kind: "buyer", clientKey: "", ipAddress: null };

export async function createContext(
  purpose: Purpose,
  actor: Actor = anonymousBuyer,
  caller: LocatedCaller | null = null,
): Promise<Context> {
  const { pools, clock, gateway, applePay, boarding, feed, probe, ...rest } = await runtime();
  const { icons, pictures, ipLocation, appCheck, mail, sealer, calls } = rest;
  const { CHECKOUT_HOST: checkoutHost, TIRAGE_MODE: mode, ...settings } = env();
  const random = (bytes: number) => randomBytes(bytes);
  return {
    db: pools[purpose],
    gateway,
    applePay,
    boarding,
    feed,
    probe,
    icons,
    pictures,
    ipLocation,
    caller,
    appCheck,
    mail,
    sealer,
    calls: calls[purpose],
    now: clock.now,
    random,
    wait,
    actor,
    mode,
    checkoutHost,
    retention: {
      unpaidDays: settings.RETENTION_UNPAID_DAYS,
      claimDays: settings.RETENTION_CLAIM_DAYS,
      buyersDays: settings.RETENTION_BUYERS_DAYS,
    },
  };
}

const createDigest = (text: string) => createHash("sha256").update(text).digest();

/** Compares `ADMIN_KEY` in constant time. With it, `name` is only claimed; a named key proves its name. */
export async function findAdminActor(ctx: Context, authorization: string | null, name?: string): Promise<Actor> {
  const isRoot = timingSafeEqual(createDigest(authorization ?? ""), createDigest(`Bearer ${env().ADMIN_KEY}`));
  if (isRoot) return { kind: "admin", grants: "all", ...(name ? { name } : {}) };
  const [, key = ""] = /^Bearer (\S+)$/.exec(authorization ?? "") ?? [];
  return (await authenticateAdmin(ctx, key)) ?? anonymousBuyer;
}

/** Compares in constant time. Without `METRICS_TOKEN` no caller is a monitor. */
export function findMonitorActor(authorization: string | null): Actor {
  const { METRICS_TOKEN: token } = env();
  const isMonitor = timingSafeEqual(createDigest(authorization ?? ""), createDigest(`Bearer ${token ?? ""}`));
  return token && isMonitor ? { kind: "monitor" } : anonymousBuyer;
}
