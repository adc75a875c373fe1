import { parseArgs } from "node:util";

import { runCommand } from "./command/run-command";
import { CommandError } from "./parts/admin-client";
import { pictureAll } from "./pictures/picture-all";
import { pictureSome } from "./pictures/picture-some";
import { openStage } from "./pictures/stage";

const usage = "npm run pictures -- [--all DIR] [--only PATTERN of names]";

function readOptions(words: string[]) {
  try {
    return parseArgs({ args: words, options: { all: { type: "string" }, only: { type: "string" } } }).values;
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${usage}`);
  }
}

/** `npm run pictures`: takes the pictures of docs/images anew, or with `--all` those of everything. */
async function main(words: string[]): Promise<void> {
  const { all, only } = readOptions(words);
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

await runCommand(usage, main);
