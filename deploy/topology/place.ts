import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { isPortFree } from "@/scripts/process/wait-for.mjs";

import type { Ports } from "./ports";
import { portCount, portsFrom } from "./ports";
import type { ProgramHome } from "./program";

/** Generated for one run and useless afterwards. */
export type Secrets = {
  database: string;
  superuser: string;
  replication: string;
  secretsKey: string;
  /** Set during a rotation, otherwise empty. */
  previousKey: string;
  adminKey: string;
};

export type Place = ProgramHome & { folder: string; ports: Ports; secrets: Secrets };

export async function openPlace(first: number): Promise<Place> {
  await requireFree(first);
  const folder = await mkdtemp(join(tmpdir(), "tirage-topology-"));
  // Programs that run as other users have folders below it.
  await chmod(folder, 0o755);
  const logs = join(folder, "logs");
  await mkdir(logs);
  return { folder, logs, ports: portsFrom(first), secrets: makeSecrets(), programs: [], isClosing: false };
}

/** Ends the programs in reverse order and starts no more. */
export async function endPrograms(place: Place): Promise<void> {
  place.isClosing = true;
  for (const program of [...place.programs].reverse()) await program.end();
}

export async function removePlace({ folder }: Place): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

function makeSecrets(): Secrets {
  const password = () => randomBytes(24).toString("base64url");
  return {
    database: password(),
    superuser: password(),
    replication: password(),
    secretsKey: randomBytes(32).toString("base64"),
    previousKey: "",
    adminKey: password(),
  };
}

async function requireFree(first: number): Promise<void> {
  for (let port = first; port < first + portCount; port += 1) {
    if (!(await isPortFree(port))) throw new Error(`Port ${port} is already in use: choose others with --ports.`);
  }
}
