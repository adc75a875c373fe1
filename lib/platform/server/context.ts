import "server-only";

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { ApplePayGateway } from "@/lib/gateways/apple-pay/port.session";
import type { SetupProbe } from "@/lib/gateways/apple-pay/port.setup";
import type { PaymentGateway } from "@/lib/gateways/bambora/gateway";
import type { BoardingGateway } from "@/lib/gateways/bambora/port.boarding";
import type { MailGateway } from "@/lib/gateways/mail/gateway";
import type { CallCounter } from "@/lib/platform/db/call-counts";
import type { Database } from "@/lib/platform/db/database";
import type { Environment } from "./env";
import { env } from "./env";
import { runtime } from "./runtime";
import type { Sealer } from "./seal";

/**
 * A registered tablet and who works at it; it sees the draws of its parent alone. `maySell` is false while its name, operator
 * or printer is not known (spec section 3, partial): then it may look.
 */
export type Device = {
  deviceId: string;
  parentId: string;
  locationId: string;
  name: string;
  operator: string;
  printer: string;
  maySell: boolean;
};

/**
 * Who acts. A buyer is known by a key of the browser, for what it holds and pays, and by nothing else; `isNew` when the
 * browser brought none and was given one with this call. All admins have one key: `name` is what one of them claims. A
 * verifier is an admin in a browser, who may do no more than verify Apple Pay. A device is known by its credential.
 */
export type Actor =
  | { kind: "buyer"; clientKey: string; isNew?: boolean; address: string | null }
  | ({ kind: "device" } & Device)
  | { kind: "admin"; name?: string }
  | { kind: "verifier" };

/** What a use case works with: everything that varies comes from here (design section 3). */
export type Context = {
  db: Database;
  gateway: PaymentGateway;
  /** Null where Apple Pay is not set up. */
  applePay: ApplePayGateway | null;
  /** Null where the boarding of merchants is not set up. */
  boarding: BoardingGateway | null;
  probe: SetupProbe;
  mail: MailGateway;
  sealer: Sealer;
  /** Counts calls of one caller for all processes. */
  calls: CallCounter;
  /** The database's clock; injected in tests. */
  now: () => Date;
  random: (bytes: number) => Uint8Array;
  /** Waits so many ms. */
  wait: (ms: number) => Promise<unknown>;
  actor: Actor;
  /** Demo and test take no real money (design section 9). */
  mode: Environment["TIRAGE_MODE"];
  /** Origin of our pages, for addresses that leave the site: `https://tickets.example.ca`. */
  checkoutHost: string;
};

/** A buyer who has no browser key: fine for reading, and for what is not counted by client. */
const anonymousBuyer: Actor = { kind: "buyer", clientKey: "", address: null };

/** Builds the context of one request: the only wiring. */
export async function createContext(actor: Actor = anonymousBuyer): Promise<Context> {
  const { db, clock, gateway, applePay, boarding, probe, mail, sealer, calls } = await runtime();
  const { CHECKOUT_HOST: checkoutHost, TIRAGE_MODE: mode } = env();
  const random = (bytes: number) => randomBytes(bytes);
  return {
    db,
    gateway,
    applePay,
    boarding,
    probe,
    mail,
    sealer,
    calls,
    now: clock.now,
    random,
    wait,
    actor,
    mode,
    checkoutHost,
  };
}

/**
 * The admin when `authorization` carries the admin key, by the name that the call claims, else the anonymous buyer. Takes the
 * same time for any key.
 */
export function actorOf(authorization: string | null, name?: string): Actor {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const isAdmin = timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${env().ADMIN_KEY}`));
  return isAdmin ? { kind: "admin", ...(name ? { name } : {}) } : anonymousBuyer;
}
