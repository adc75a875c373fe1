import "server-only";

import { createHash } from "node:crypto";
import { mkdir, rm, stat } from "node:fs/promises";
import type { Server } from "node:net";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class DataDirectoryInUse extends Error {
  constructor(directory: string, holder: string) {
    super(
      `DATA_DIR ${directory} is in use by ${holder}. The embedded database allows one process: two would lose orders. ` +
        "Stop that process, choose another DATA_DIR, or set DATABASE_URL to use PostgreSQL.",
    );
    this.name = "DataDirectoryInUse";
  }
}

/** Creates the directory if needed. Returns the release. Throws `DataDirectoryInUse`. */
export async function lockDataDirectory(directory: string): Promise<() => void> {
  await mkdir(directory, { recursive: true });
  const socketPath = await getSocketPath(directory);
  let server = await listen(socketPath);
  if (!server) {
    const holder = await readHolder(socketPath);
    if (holder) throw new DataDirectoryInUse(directory, holder);
    await rm(socketPath, { force: true });
    server = await listen(socketPath);
  }
  if (!server) throw new DataDirectoryInUse(directory, "another process");
  const lock = server;
  return () => void lock.close();
}

/**
 * Made of device and inode, so that links share the lock. Linux releases an abstract socket even if the process is
 * killed.
 */
async function getSocketPath(directory: string): Promise<string> {
  const { dev, ino } = await stat(directory);
  const name = `tirage-${createHash("sha256").update(`${dev}:${ino}`).digest("hex").slice(0, 24)}`;
  return process.platform === "linux" ? `\0${name}` : join(tmpdir(), `${name}.socket`);
}

function listen(socketPath: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.end(`process ${process.pid}`));
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(null) : reject(error),
    );
    server.listen(socketPath, () => resolve(server.unref()));
  });
}

function readHolder(socketPath: string): Promise<string | null> {
  return new Promise((resolve) => {
    let holder = "";
    const socket = connect(socketPath);
    socket.setTimeout(2000, () => socket.destroy());
    socket.on("data", (data) => {
      holder += data.toString();
    });
    socket.on("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code === "ECONNREFUSED" ? null : "another process"),
    );
    socket.on("close", () => resolve(holder || "another process"));
  });
}
