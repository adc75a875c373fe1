import "server-only";

import { LRUCache } from "lru-cache";

import { readCounters } from "@/lib/draws/store";

import type { Runtime } from "./runtime";

const knownAtMost = 2000;

/** Whether a draw exists; true if it can't be read. */
export function knowDraws(opened: () => Runtime | null): (id: string) => Promise<boolean> {
  const known = new LRUCache<string, true>({ max: knownAtMost });
  return async (id) => {
    const db = opened()?.pools.reads;
    if (!db || known.has(id)) return true;
    try {
      const isThere = (await readCounters(db, [id])).has(id);
      if (isThere) known.set(id, true);
      return isThere;
    } catch {
      return true;
    }
  };
}
