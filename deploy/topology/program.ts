import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";

/** A child process in its own group, so that Ctrl-C ends programs only through us, and in order. */
export type Program = {
  name: string;
  pid: number;
  isRunning: () => boolean;
  signal: (name: NodeJS.Signals) => void;
  /** Kills it as a power cut would. */
  kill: () => Promise<void>;
  /** Sends SIGTERM, then SIGKILL after 45 s. */
  end: () => Promise<void>;
};

/** While `isClosing`, no program is started. */
export type ProgramHome = { logs: string; programs: Program[]; isClosing: boolean };

/** `user` runs it as another user, which requires root. It logs to `NAME.log`. */
export type Command = {
  name: string;
  command: string;
  args: readonly string[];
  env?: Record<string, string>;
  cwd?: string;
  user?: string;
};

const endWithinMs = 45_000;

/** In the same process, so that signals reach it. */
export function commandAs(user: string | undefined, command: string, args: readonly string[]): [string, string[]] {
  if (!user || process.getuid?.() !== 0) return [command, [...args]];
  return ["setpriv", [`--reuid=${user}`, `--regid=${user}`, "--init-groups", "--", command, ...args]];
}

export function startProgram(home: ProgramHome, { name, command, args, env, cwd, user }: Command): Program {
  if (home.isClosing) throw new Error(`${name} isn't started: all is being ended.`);
  const log = openSync(join(home.logs, `${name}.log`), "a");
  const [file, line] = commandAs(user, command, args);
  const child = spawn(file, line, {
    detached: true,
    stdio: ["ignore", log, log],
    env: { ...process.env, ...env },
    cwd: cwd ?? process.cwd(),
  });
  closeSync(log);
  let isRunning = true;
  const ended = new Promise<void>((resolve) => {
    for (const event of ["close", "error"])
      child.once(event, () => {
        isRunning = false;
        resolve();
      });
  });
  const signal = (sent: NodeJS.Signals) => void (isRunning && child.kill(sent));
  const end = async (first: NodeJS.Signals) => {
    // A stopped process can't end.
    signal(first);
    signal("SIGCONT");
    const late = setTimeout(() => signal("SIGKILL"), endWithinMs);
    await ended;
    clearTimeout(late);
  };
  const program = {
    name,
    pid: child.pid ?? 0,
    isRunning: () => isRunning,
    signal,
    kill: () => end("SIGKILL"),
    end: () => end("SIGTERM"),
  };
  home.programs.push(program);
  return program;
}
