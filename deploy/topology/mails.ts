import { readFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { join } from "node:path";

import type { Place } from "./place";
import type { Program } from "./program";
import { startProgram } from "./program";
import { until } from "./until";

export type ReceivedMail = { to: string; messageId: string };

const getMailFile = ({ folder }: Place) => join(folder, "mails.jsonl");

/** A separate process, so that it can be killed. The file of received emails stays. */
export async function startMailServer(place: Place): Promise<Program> {
  const { smtp } = place.ports;
  const args = ["--import", "tsx", "deploy/topology/mail-server.ts", String(smtp), getMailFile(place)];
  const program = startProgram(place, { name: "mail", command: process.execPath, args });
  await until(
    () => connects(smtp),
    (isOpen) => isOpen,
    { what: "the mail server", withinMs: 300_000 },
  );
  return program;
}

export async function readMails(place: Place): Promise<ReceivedMail[]> {
  const text = await readFile(getMailFile(place), "utf8").catch(() => "");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ReceivedMail);
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
