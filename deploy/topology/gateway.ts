import { join } from "node:path";

import { waitFor } from "@/scripts/process/wait-for.mjs";

import type { Place } from "./place";
import type { Program } from "./program";
import { startProgram } from "./program";

/** Long enough that some payments are in progress at any failure. */
const bankDelayMs = 500;

export function gatewayUrl({ ports }: Pick<Place, "ports">): string {
  return `http://127.0.0.1:${ports.gateway}`;
}

/** Doesn't use the sandbox's mail server. */
export async function startGateway(place: Place): Promise<Program> {
  const program = startProgram(place, {
    name: "gateway",
    command: process.execPath,
    args: ["--import", "tsx", "sandbox/main.ts"],
    env: {
      SANDBOX_PORT: String(place.ports.gateway),
      SANDBOX_DATA_FILE: join(place.folder, "ledger.jsonl"),
      SANDBOX_SLOW_MS: String(bankDelayMs),
    },
  });
  const isGone = () => !program.isRunning();
  if (await waitFor(`${gatewayUrl(place)}/sandbox/ledger`, { withinMs: 300_000, isGone })) return program;
  throw new Error("The sandbox doesn't start: see gateway.log.");
}
