import "server-only";

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Actor } from "@/lib/actor";
import type { Context } from "@/lib/context";
import type { Caller } from "@/lib/gateways/ip-location/gateway";
import type { Purpose } from "@/lib/platform/db/database";
import { env } from "@/lib/platform/server/env";
import { runtime } from "./runtime";

const anonymousBuyer: Actor = { kind: "buyer", clientKey: "", address: null };

/** Builds the context of one request, or of jobs, with the connections of its purpose: the only wiring. */
export async function createContext(
  purpose: Purpose,
  actor: Actor = anonymousBuyer,
  caller: Caller | null = null,
): Promise<Context> {
  const { pools, clock, gateway, applePay, boarding, feed, probe, icons, ipLocation, appCheck, mail, sealer, calls } =
    await runtime();
  const { CHECKOUT_HOST: checkoutHost, TIRAGE_MODE: mode } = env();
  const random = (bytes: number) => randomBytes(bytes);
  return {
    db: pools[purpose],
    gateway,
    applePay,
    boarding,
    feed,
    probe,
    icons,
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
  };
}

const digestOf = (text: string) => createHash("sha256").update(text).digest();

/**
 * The admin when `authorization` carries the admin key, by the name that the call claims, else the anonymous buyer.
 * Takes the same time for any key.
 */
export function actorOf(authorization: string | null, name?: string): Actor {
  const isAdmin = timingSafeEqual(digestOf(authorization ?? ""), digestOf(`Bearer ${env().ADMIN_KEY}`));
  return isAdmin ? { kind: "admin", ...(name ? { name } : {}) } : anonymousBuyer;
}

/** The monitor when `authorization` carries the metrics token, in the same time for any; nobody is one without it. */
export function monitorOf(authorization: string | null): Actor {
  const { METRICS_TOKEN: token } = env();
  const isMonitor = timingSafeEqual(digestOf(authorization ?? ""), digestOf(`Bearer ${token ?? ""}`));
  return token && isMonitor ? { kind: "monitor" } : anonymousBuyer;
}
