import type { AddressInfo, Server, Socket } from "node:net";
import { connect, createServer } from "node:net";

/** The half of an exchange that is lost when the connection breaks. */
export type Loss = "request" | "answer";

/**
 * Found by part of its text, in any case. With `after`, it is the first one on a connection that has sent that text.
 */
export type StatementPoint = { text: string; side: Loss; after?: string };

export type DatabaseProxy = {
  url: string;
  breakAt: (text: string, loss: Loss) => void;
  /** Holds the next such statement or its answer forever. Resolves when it is held. */
  holdAt: (point: StatementPoint) => Promise<void>;
  broken: () => number;
  /** Carries nothing in either direction, like a network that loses every packet. */
  silence: () => void;
  /** Carries again, beginning with what was sent meanwhile. */
  resume: () => void;
  close: () => Promise<void>;
};

type Trap = StatementPoint & { kind: "break" | "hold"; spring: () => void };

export async function startDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const url = new URL(target);
  const lines = new Set<Line>();
  const traps = createTraps();
  let isSilent = false;

  const server: Server = createServer((client) => {
    const line = openLine(client, url, (ended) => lines.delete(ended));
    lines.add(line);
    carry(line, traps.watchTrap());
    if (isSilent) pause(line);
  });

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const ownUrl = new URL(target);
  ownUrl.hostname = "127.0.0.1";
  ownUrl.port = String((server.address() as AddressInfo).port);
  return {
    url: ownUrl.toString(),
    breakAt: (text, side) => void traps.setTrap("break", { text, side }),
    holdAt: (point) => traps.setTrap("hold", point),
    broken: traps.broken,
    silence: () => {
      isSilent = true;
      for (const line of lines) pause(line);
    },
    resume: () => {
      isSilent = false;
      for (const { client, database } of lines) {
        client.resume();
        database.resume();
      }
    },
    close: () => {
      for (const line of lines) line.end();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** PostgreSQL ends each answer with ReadyForQuery: `Z`, its length, and the state of the transaction. */
function isWholeAnswer(data: Buffer): boolean {
  return data.subarray(-6, -1).equals(Buffer.from([0x5a, 0, 0, 0, 5]));
}

function carries(data: Buffer, text: string): boolean {
  return data.toString("latin1").toLowerCase().includes(text.toLowerCase());
}

type Line = { client: Socket; database: Socket; end: () => void };

function createWatch(currentTrap: () => Trap | null): (data: Buffer) => Trap | null {
  let current: Trap | null = null;
  let hasSeen = false;
  return (data) => {
    const trap = currentTrap();
    if (trap !== current) hasSeen = false;
    current = trap;
    const isMet = trap !== null && (hasSeen || trap.after === undefined) && carries(data, trap.text);
    if (trap?.after && carries(data, trap.after)) hasSeen = true;
    return isMet ? trap : null;
  };
}

function carry({ client, database, end }: Line, watch: (data: Buffer) => Trap | null): void {
  let met: Trap | null = null;
  const springTrap = () => {
    if (met?.kind === "break") end();
    met?.spring();
  };
  client.on("data", (data: Buffer) => {
    met ??= watch(data);
    if (met?.side === "request") return springTrap();
    database.write(data);
  });
  database.on("data", (data: Buffer) => {
    if (met?.side !== "answer") client.write(data);
    else if (isWholeAnswer(data)) springTrap();
  });
}

function openLine(client: Socket, target: URL, forget: (line: Line) => void): Line {
  const database = connect(Number(target.port || 5432), target.hostname);
  const end = () => {
    client.destroy();
    database.destroy();
    forget(line);
  };
  const line = { client, database, end };
  for (const socket of [client, database]) socket.on("error", end).on("close", end);
  return line;
}

function createTraps() {
  let trap: Trap | null = null;
  let broken = 0;

  function setTrap(kind: Trap["kind"], point: StatementPoint): Promise<void> {
    return new Promise((resolve) => {
      const spring = () => {
        if (kind === "break") broken += 1;
        resolve();
      };
      trap = { ...point, kind, spring };
    });
  }

  function watchTrap(): (data: Buffer) => Trap | null {
    const watch = createWatch(() => trap);
    return (data) => {
      const met = watch(data);
      if (met) trap = null;
      return met;
    };
  }

  return { setTrap, watchTrap, broken: () => broken };
}

function pause({ client, database }: Line): void {
  client.pause();
  database.pause();
}
