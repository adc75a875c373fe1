import { setImmediate as nextRound } from "node:timers/promises";

/** What a call is about to do: nothing of it happens before its turn. */
export type TurnKind =
  | "read"
  | "write"
  | "transaction"
  | "pause"
  | "charge"
  | "report"
  | "pages"
  | "lookup"
  | "refund"
  | "mail";

/**
 * One call of a use case in one of the simulated processes, of a device or of nobody; barred where that was revoked
 * before.
 */
export type Call = {
  name: string;
  process: number;
  isDead: boolean;
  inTransaction: boolean;
  deviceId: string | null;
  isBarred: boolean;
};

/** A call that waits for its turn. `dueAt` is the earliest instant at which it can come, in ms. */
export type Turn = { kind: TurnKind; about: string; call: Call; dueAt: number; release: (fault: string) => void };

/** Who waits, and how their turns are given. */
export type Turns = {
  waiting: Turn[];
  /** Waits for a turn and gives the fault that comes with it; never ends when the process dies meanwhile. */
  take: (call: Call, kind: TurnKind, about: string, dueAt?: number) => Promise<string>;
  /** Marks real work, so that nothing else gets a turn before it has ended. */
  during: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Gives a turn and lets its call run until it waits again or has ended. */
  give: (turn: Turn, fault: string) => Promise<void>;
  /** Lets what was just started run until all of it waits. */
  settle: () => Promise<void>;
  /** Ends a process: its calls never go on. */
  kill: (process: number) => void;
};

/** A promise that nobody keeps: what a dead process waits for. */
export function never(): Promise<never> {
  return new Promise(() => undefined);
}

/**
 * Lets calls run one at a time, in the order in which turns are given and in no other: the same turns give the same
 * run. Only real work (`during`) and promises that are kept take time, so that idle rounds mean that all calls wait.
 */
export function createTurns(): Turns {
  const waiting: Turn[] = [];
  const working = new Set<Promise<unknown>>();

  /** A line of writes waits for the end of a round; what it then does comes in the next one. */
  async function letRun(): Promise<void> {
    for (let rounds = 0; rounds < 3; rounds += 1) await nextRound();
  }

  async function settle(): Promise<void> {
    await letRun();
    while (working.size > 0) {
      await Promise.allSettled(working);
      await letRun();
    }
  }

  function take(call: Call, kind: TurnKind, about: string, dueAt = 0): Promise<string> {
    if (call.isDead) return never();
    if (call.inTransaction) throw new Error(`A transaction was open while ${about} was waited for.`);
    return new Promise((release) => waiting.push({ kind, about, call, dueAt, release }));
  }

  async function during<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = work();
    working.add(result);
    try {
      return await result;
    } finally {
      working.delete(result);
    }
  }

  async function give(turn: Turn, fault: string): Promise<void> {
    if (turn.kind === "pause" && fault === "dies-before") return kill(turn.call.process);
    waiting.splice(waiting.indexOf(turn), 1);
    turn.release(fault);
    await settle();
  }

  function kill(process: number): void {
    const isOf = (call: Call) => call.process === process;
    for (const turn of waiting.filter(({ call }) => isOf(call))) turn.call.isDead = true;
    waiting.splice(0, waiting.length, ...waiting.filter(({ call }) => !isOf(call)));
  }

  return { waiting, take, during, give, settle, kill };
}
