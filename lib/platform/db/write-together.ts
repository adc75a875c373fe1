import "server-only";

import { setImmediate as endOfRound } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Database } from "./database";
import { isUnavailable } from "./errors";

/** Writes that wait for the same rows, to be written together. */
type Queue<Item, Result> = {
  /**
   * Waits for its turn and returns its result; null immediately if too many are waiting. Items with `isFirst` go before
   * the others, and are counted separately.
   */
  join: (item: Item, isFirst: boolean) => Promise<Result> | null;
  /** How many wait who are not first. */
  waiting: () => number;
};

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** How a queue writes: several items in one statement, all or none, or one of them with its own error. */
type Writing<Item, Result> = {
  writeAll: (items: Item[]) => Promise<Result[]>;
  writeOne: (item: Item) => Promise<Result>;
  /** At most so many go together. */
  most: number;
  /** At most so many wait, of those who go first and of the others each. */
  longest: number;
};

/**
 * Creates a queue in which one statement is in progress and items that arrive in the meantime form the next one, in
 * order of arrival; items of the same turn of the event loop go together. If it fails, each is written on its own in
 * the same order, so that none fails because of another's error, and the next ones go in small batches that grow again.
 * An unreachable database isn't called once for each: all who wait get the error.
 */
function createQueue<Item, Result>({ writeAll, writeOne, most, longest }: Writing<Item, Result>): Queue<Item, Result> {
  const first: Waiting<Item, Result>[] = [];
  const others: Waiting<Item, Result>[] = [];
  let isWriting = false;
  let size = most;

  const writeEach = async (turn: Waiting<Item, Result>[]) => {
    for (const { item, resolve, reject } of turn) await writeOne(item).then(resolve, reject);
  };

  async function writeTurn(turn: Waiting<Item, Result>[]): Promise<void> {
    if (turn.length === 1) return writeEach(turn);
    try {
      const results = await writeAll(turn.map(({ item }) => item));
      for (const [at, { resolve }] of turn.entries()) resolve(results[at] as Result);
      size = Math.min(most, size * 2);
    } catch (error) {
      if (isUnavailable(error)) {
        for (const { reject } of [...turn, ...first.splice(0), ...others.splice(0)]) reject(error);
        return;
      }
      size = 2;
      await writeEach(turn);
    }
  }

  async function writeTurns(): Promise<void> {
    isWriting = true;
    await endOfRound();
    while (first.length + others.length > 0) {
      const early = first.splice(0, size);
      await writeTurn([...early, ...others.splice(0, size - early.length)]);
      // A caller who was answered and immediately comes again isn't left behind by the first of them.
      await endOfRound();
    }
    isWriting = false;
  }

  return {
    join: (item, isFirst) => {
      const waiting = isFirst ? first : others;
      if (waiting.length >= longest) return null;
      const written = new Promise<Result>((resolve, reject) => waiting.push({ item, resolve, reject }));
      if (!isWriting) void writeTurns();
      return written;
    },
    waiting: () => others.length,
  };
}

/** If more than this is written to at once, some of it has two queues for a while: each is correct on its own. */
const keptQueues = 500;

/** Gives the queue of a name in a database of this process, made by `writingIn` where there is none. */
export function writeTogether<Item, Result>(
  writingIn: (db: Database) => Writing<Item, Result>,
): (db: Database, name: string) => Queue<Item, Result> {
  const queuesOf = new WeakMap<Database, LRUCache<string, Queue<Item, Result>>>();
  return (db, name) => {
    const queues = queuesOf.get(db) ?? new LRUCache<string, Queue<Item, Result>>({ max: keptQueues });
    queuesOf.set(db, queues);
    const queue = queues.get(name) ?? createQueue(writingIn(db));
    queues.set(name, queue);
    return queue;
  };
}
