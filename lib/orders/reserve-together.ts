import "server-only";

import type { Database } from "@/lib/platform/db/database";
import { writeTogether } from "@/lib/platform/db/write-together";
import type { Reservation } from "./store.asked";
import type { Reserved } from "./store.reserve";
import { reserveOrder, writeOrders } from "./store.reserve";

/** How many reservations one statement writes, and how many of a draw wait in a process: about a second of them. */
const limits = { most: 64, longest: 1000 } as const;

const queueOf = writeTogether<Reservation, Reserved>((db) => ({
  ...limits,
  writeAll: async (reservations) => {
    const written = await writeOrders(db, reservations);
    return written.map((order) => ({ written: order, broken: null }));
  },
  writeOne: (reservation) => reserveOrder(db, reservation),
}));

/**
 * Reserves what a reservation wants together with others of the same definition of its draw that wait in this process,
 * tablets first: what becomes of one is its own. Gives null when too many wait.
 */
export async function reserveTogether(db: Database, reservation: Reservation): Promise<Reserved | null> {
  const queue = queueOf(db, `${reservation.drawId} ${reservation.revision}`);
  return queue.join(reservation, reservation.actor.kind === "device");
}
