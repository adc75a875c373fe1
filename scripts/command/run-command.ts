import { CommandError } from "@/scripts/command/admin-client";

/** Options that npm completes to a name of its own. */
const completed: Record<string, string> = { head: "heading", to: "token-description" };

/** Names of the options in a command's usage. */
function optionsOf(usage: string): string[] {
  return [...new Set([...usage.matchAll(/--([a-z][a-z-]*)/g)].map(([, name = ""]) => name))];
}

/**
 * What was written after a command, of which `usage` names every option. Throws `CommandError` if npm took an option
 * for its own, as it does without `--` before: the command would do more than was asked, such as erase in a dry run.
 */
export function commandWords(
  usage: string,
  words: readonly string[] = process.argv.slice(2),
  environment: Record<string, string | undefined> = process.env,
): string[] {
  const isTaken = (name: string) => `npm_config_${(completed[name] ?? name).replaceAll("-", "_")}` in environment;
  const taken = optionsOf(usage).filter(isTaken);
  if (taken.length > 0) {
    const options = taken.map((name) => `--${name}`).join(", ");
    const form = `npm run ${environment.npm_lifecycle_event ?? "COMMAND"} -- …`;
    throw new CommandError(`npm took ${options} for itself, so nothing was done. Write -- before the words: ${form}`);
  }
  // In a container, `--` stands before the command already.
  return words[0] === "--" ? words.slice(1) : [...words];
}

/**
 * Runs a command with what was written after it. Of a failure that a person can mend (`CommandError`, and errors of the
 * names that are `expected` besides), only the message is shown; the exit code is then 1, as for any other.
 */
export async function runCommand(
  usage: string,
  main: (words: string[]) => Promise<void>,
  expected: readonly string[] = [],
): Promise<void> {
  try {
    await main(commandWords(usage));
  } catch (error) {
    const isExpected = error instanceof CommandError || (error instanceof Error && expected.includes(error.name));
    console.error(isExpected ? error.message : error);
    process.exitCode = 1;
  }
}
