import "server-only";

import { setImmediate as nextTurn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Database } from "./database";
import { isUnavailable } from "./errors";

type Queue<Item, Result> = {
  /**
   * Returns null if too many are waiting. Items with `isFirst` go before the others, and the limit applies to each
   * kind.
   */
  join: (item: Item, isFirst: boolean) => Promise<Result> | null;
  queueLength: () => number;
};

type QueuedItem<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** `writeAll` writes all items or none, in one statement. `maxWaiting` applies to first and other items separately. */
type BatchWriter<Item, Result> = {
  writeAll: (items: Item[]) => Promise<Result[]>;
  writeOne: (item: Item) => Promise<Result>;
  maxBatch: number;
  maxWaiting: number;
};

export function createBatchQueues<Item, Result>(
  createWriter: (db: Database) => BatchWriter<Item, Result>,
): (db: Database, name: string) => Queue<Item, Result> {
  const queuesByDatabase = new WeakMap<Database, LRUCache<string, Queue<Item, Result>>>();
  return (db, name) => {
    const queues = queuesByDatabase.get(db) ?? new LRUCache<string, Queue<Item, Result>>({ max: maxQueues });
    queuesByDatabase.set(db, queues);
    const queue = queues.get(name) ?? createQueue(createWriter(db));
    queues.set(name, queue);
    return queue;
  };
}

/**
 * If a batch fails, each item is written alone, so that none fails by another's error, and the next batches are small.
 * If the database is unreachable, all waiting items get the error at once.
 */
function createQueue<Item, Result>({
  writeAll,
  writeOne,
  maxBatch,
  maxWaiting,
}: BatchWriter<Item, Result>): Queue<Item, Result> {
  const first: QueuedItem<Item, Result>[] = [];
  const others: QueuedItem<Item, Result>[] = [];
  let isWriting = false;
  let batchSize = maxBatch;

  const writeEach = async (batch: QueuedItem<Item, Result>[]) => {
    for (const { item, resolve, reject } of batch) await writeOne(item).then(resolve, reject);
  };

  async function writeBatch(batch: QueuedItem<Item, Result>[]): Promise<void> {
    if (batch.length === 1) return writeEach(batch);
    try {
      const results = await writeAll(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
      batchSize = Math.min(maxBatch, batchSize * 2);
    } catch (error) {
      if (isUnavailable(error)) {
        for (const { reject } of [...batch, ...first.splice(0), ...others.splice(0)]) reject(error);
        return;
      }
      batchSize = 2;
      await writeEach(batch);
    }
  }

  async function writeBatches(): Promise<void> {
    isWriting = true;
    await nextTurn();
    while (first.length + others.length > 0) {
      const firstItems = first.splice(0, batchSize);
      await writeBatch([...firstItems, ...others.splice(0, batchSize - firstItems.length)]);
      // Lets a caller who was just answered queue again before the next batch.
      await nextTurn();
    }
    isWriting = false;
  }

  return {
    join: (item, isFirst) => {
      const queue = isFirst ? first : others;
      if (queue.length >= maxWaiting) return null;
      const result = new Promise<Result>((resolve, reject) => queue.push({ item, resolve, reject }));
      if (!isWriting) void writeBatches();
      return result;
    },
    queueLength: () => others.length,
  };
}

/** A name may get a second queue after its first was evicted while in use. Each works correctly alone. */
const maxQueues = 500;
