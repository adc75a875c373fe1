import { setImmediate as nextRound } from "node:timers/promises";

/** A call does nothing before its turn. */
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

/** A call in a simulated process. `barred` if its device was revoked before. */
export type Call = {
  name: string;
  process: number;
  isDead: boolean;
  inTransaction: boolean;
  deviceId: string | null;
  isBarred: boolean;
};

/** `dueAt` is the earliest time, in ms. */
export type Turn = { kind: TurnKind; about: string; call: Call; dueAt: number; release: (fault: string) => void };

export type Turns = {
  waiting: Turn[];
  /** Resolves to the turn's fault. Never resolves if the process dies. */
  take: (call: Call, kind: TurnKind, about: string, dueAt?: number) => Promise<string>;
  /** No other turn is given while `work` runs. */
  during: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Resolves when the call waits again or has ended. */
  give: (turn: Turn, fault: string) => Promise<void>;
  /** Resolves when all started calls wait. */
  settle: () => Promise<void>;
  kill: (process: number) => void;
};

/** Dead processes wait for this. */
export function never(): Promise<never> {
  return new Promise(() => undefined);
}

/**
 * Runs calls one at a time in the order of their turns, so that the same turns give the same run. Only `during` and
 * resolved promises take time, so an idle round means that all calls wait.
 */
export function createTurns(): Turns {
  const waiting: Turn[] = [];
  const working = new Set<Promise<unknown>>();

  /** Batched writes start at the end of a round and run in the next. */
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
    const isOfProcess = (call: Call) => call.process === process;
    for (const turn of waiting.filter(({ call }) => isOfProcess(call))) turn.call.isDead = true;
    waiting.splice(0, waiting.length, ...waiting.filter(({ call }) => !isOfProcess(call)));
  }

  return { waiting, take, during, give, settle, kill };
}
