import { createHash } from "node:crypto";

import type { PGlite } from "@electric-sql/pglite";
import type { Actor } from "@/lib/actor";
import type { Context } from "@/lib/context";
import { chooseRefundKind } from "@/lib/gateways/bambora/rules.refunds";
import type { PaymentGateway } from "@/lib/gateways/payment/port";
import { createCallCounter } from "@/lib/platform/db/call-counts";
import type { Sealer } from "@/lib/platform/server/seal";
import { noPictures, unsetProbe } from "@/tests/support/core/absent-services";

import type { Bank } from "./bank";
import { openBank } from "./bank";
import type { BankCall } from "./bank-call";
import type { Clock } from "./clock";
import { createClock } from "./clock";
import { LostConnection, openTo } from "./database";
import type { FaultPlan } from "./faults";
import { createCharges } from "./gateway-charges";
import { createRefunds } from "./gateway-refunds";
import { createReports } from "./gateway-reports";
import { createMail } from "./mail";
import type { Registered } from "./register";
import type { Scenario } from "./scenario";
import type { Till } from "./till";
import { openTill } from "./till";
import type { Call, Turns } from "./turns";
import { createTurns } from "./turns";

export type Sabotage = (ctx: Context) => Context;

export type OpenedDraw = { rows: string[]; devices: Registered[] };

/** Shared by all runs. */
export type SimulationSetup = {
  client: PGlite;
  sealer: Sealer;
  sabotage: Sabotage;
  /** For a negative control, the symptom of the missing guard. */
  symptom: RegExp;
  draws: Map<string, OpenedDraw>;
};

/**
 * `planned` are future faults, `size` is the next fault's, from 0 to 1, and `counts` are numbers of occurrences by
 * name.
 */
export type World = {
  setup: SimulationSetup;
  scenario: Scenario;
  clock: Clock;
  bank: Bank;
  turns: Turns;
  calls: Set<Call>;
  found: string[];
  trace: string[];
  counts: Map<string, number>;
  till: Till;
  /** Order states in the sequence in which they were reached. */
  seen: { orderId: string; status: string }[];
  planned: FaultPlan;
  size: number;
  random: (bytes: number) => Uint8Array;
};

/** An Eastern day. */
export const firstDay = "2026-11-20";

const start = Date.parse(`${firstDay}T18:00:00Z`);

export function createWorld(setup: SimulationSetup, scenario: Scenario): World {
  const rest = { calls: new Set<Call>(), found: [], trace: [], counts: new Map(), till: openTill(), seen: [], size: 0 };
  const random = randomFrom(scenario.seed);
  const planned = structuredClone(scenario.faults);
  return {
    setup,
    scenario,
    clock: createClock(start),
    bank: openBank(),
    turns: createTurns(),
    random,
    planned,
    ...rest,
  };
}

export async function runAllTurns({ turns }: World): Promise<void> {
  for (let turn = turns.waiting[0]; turn; turn = turns.waiting[0]) await turns.give(turn, "none");
}

/** Adds only new violations that count. */
export function note({ setup, found }: World, violations: readonly string[]): void {
  found.push(...violations.filter((one) => setup.symptom.test(one) && !found.includes(one)));
}

export function count({ counts }: World, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

/** Runs as its turns come. `onAnswer` gets the answer unless the process dies first. */
export function startCall<Result>(
  world: World,
  { name, process, actor, device = null }: Caller,
  work: (ctx: Context) => Promise<Result>,
  onAnswer: (result: Result) => void = () => undefined,
): Promise<void> {
  const by = { deviceId: device?.deviceId ?? null, isBarred: device?.isRevoked ?? false };
  const call: Call = { name, process, isDead: false, inTransaction: false, ...by };
  world.calls.add(call);
  count(world, `call ${name}`);
  const end = (words: string) => {
    world.calls.delete(call);
    world.trace.push(`  ${name} ends: ${words}`);
    count(world, `${name}: ${words}`);
  };
  work(createContext(world, call, actor)).then(
    (result) => {
      end(describeResult(result));
      onAnswer(result);
    },
    (error: unknown) => {
      end(isOutage(error) ? "outage" : "thrown");
      if (!isOutage(error)) note(world, [`${name} threw ${(error as Error).stack ?? error}`]);
    },
  );
  return world.turns.settle();
}

function randomFrom(seed: number): World["random"] {
  let drawn = 0;
  return (bytes) => {
    drawn += 1;
    return createHash("sha256").update(`${seed} ${drawn}`).digest().subarray(0, bytes);
  };
}

/** Simulated buyers store no cards, and credentials are never checked. */
const unused: Pick<PaymentGateway, "storeCard" | "checkCredentials"> = {
  storeCard: async () => ({ kind: "unknown", code: null }),
  checkCredentials: async () => "unreachable",
};

function createGateway(bankCall: BankCall): PaymentGateway {
  return {
    ...createCharges(bankCall),
    ...createReports(bankCall),
    ...createRefunds(bankCall),
    chooseRefundKind,
    ...unused,
  };
}

function createContext(world: World, call: Call, actor: Actor): Context {
  const { setup, clock, turns, bank } = world;
  const bankCall: BankCall = { bank, clock, turns, call, size: () => world.size };
  const db = openTo({ client: setup.client, turns, call });
  const ctx: Context = {
    db,
    calls: createCallCounter(db),
    gateway: createGateway(bankCall),
    applePay: null,
    boarding: null,
    feed: null,
    probe: unsetProbe,
    icons: null,
    pictures: noPictures,
    ipLocation: null,
    caller: null,
    appCheck: null,
    mail: createMail(bankCall),
    sealer: setup.sealer,
    now: () => new Date(clock.now()),
    random: world.random,
    wait: (ms) => turns.take(call, "pause", `${Math.round(ms)} ms`, clock.now() + ms),
    actor,
    mode: "test",
    checkoutHost: "https://tickets.example.test",
    retention: { unpaidDays: 30, claimDays: 184, buyersDays: 1461 },
  };
  return setup.sabotage(ctx);
}

/** `device` is the one whose credential the call has. */
type Caller = {
  name: string;
  process: number;
  actor: Actor;
  device?: { deviceId: string; isRevoked: boolean } | null;
};

function isOutage(error: unknown): boolean {
  const cause = (error as { cause?: unknown } | undefined)?.cause;
  return error instanceof LostConnection || (cause !== undefined && isOutage(cause));
}

function describeResult(result: unknown): string {
  const answer = result as { ok?: boolean; reason?: string; outcome?: string } | null | undefined;
  if (typeof answer?.ok !== "boolean") return "done";
  return answer.ok ? (answer.outcome ?? "ok") : String(answer.reason);
}
