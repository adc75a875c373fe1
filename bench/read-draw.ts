import { spawn } from "node:child_process";

export type Reading = "report" | "invariants";

/** `rows` are ranges or orders. */
export type ReadingResult = { seconds: number; peakMb: number; rows: number; isClean: boolean };

/** In a separate process, because servers read beside those that sell. */
export function startReading(reading: Reading, url: string): Promise<ReadingResult> {
  const args = [...process.execArgv, "bench/read-worker.ts", reading, url];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let written = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    written += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once("close", (code) => {
      if (code !== 0) reject(new Error(`The ${reading} ended with ${code}.`));
      else resolve(JSON.parse(written.trim().split("\n").at(-1) ?? "") as ReadingResult);
    });
  });
}
