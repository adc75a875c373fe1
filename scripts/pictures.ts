import { parseArgs } from "node:util";

import { commandWords } from "./command/run-command";
import { pictureAll } from "./pictures/picture-all";
import { pictureSome } from "./pictures/picture-some";
import { openStage } from "./pictures/stage";

const usage = "npm run pictures -- [--all DIR] [--only PATTERN of names]";

function readOptions() {
  const words = commandWords(usage);
  try {
    return parseArgs({ args: words, options: { all: { type: "string" }, only: { type: "string" } } }).values;
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage}`);
  }
}

/** `npm run pictures`: takes the pictures of docs/images anew, or with `--all` those of everything. */
async function main(): Promise<void> {
  const { all, only } = readOptions();
  const pattern = only ? new RegExp(only) : undefined;
  const stage = await openStage();
  try {
    const problems = all ? await pictureAll(stage, all, pattern) : await pictureSome(stage, pattern);
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await stage.close();
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
