import { CommandError } from "@/scripts/command/admin-client";

/** npm expands these options to its own. */
const npmNames: Record<string, string> = { head: "heading", to: "token-description" };

/**
 * Throws `CommandError` if npm took an option for itself, as it does without `--` before it. The command would
 * otherwise do more than was requested, such as erase in a dry run.
 */
export function readCommandArguments(
  usage: string,
  args: readonly string[] = process.argv.slice(2),
  environment: Record<string, string | undefined> = process.env,
): string[] {
  const isConsumed = (name: string) => `npm_config_${(npmNames[name] ?? name).replaceAll("-", "_")}` in environment;
  const consumed = listOptions(usage).filter(isConsumed);
  if (consumed.length > 0) {
    const options = consumed.map((name) => `--${name}`).join(", ");
    const form = `npm run ${environment.npm_lifecycle_event ?? "COMMAND"} -- …`;
    throw new CommandError(`npm took ${options} for itself, so nothing was done. Write -- before the words: ${form}`);
  }
  // In a container, npm's `--` is already there.
  return args[0] === "--" ? args.slice(1) : [...args];
}

/** Prints only the message of a `CommandError` and of errors listed in `expected`. The exit code is 1 for any error. */
export async function runCommand(
  usage: string,
  main: (args: string[]) => Promise<void>,
  expected: readonly string[] = [],
): Promise<void> {
  try {
    await main(readCommandArguments(usage));
  } catch (error) {
    const isExpected = error instanceof CommandError || (error instanceof Error && expected.includes(error.name));
    console.error(isExpected ? error.message : error);
    process.exitCode = 1;
  }
}

function listOptions(usage: string): string[] {
  return [...new Set([...usage.matchAll(/--([a-z][a-z-]*)/g)].map(([, name = ""]) => name))];
}
