import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";

/** A program of the topology, in a process group of its own: Ctrl-C reaches it through us and in order. */
export type Program = {
  name: string;
  pid: number;
  isRunning: () => boolean;
  signal: (name: NodeJS.Signals) => void;
  /** Ends it at once, as a power cut would. */
  kill: () => Promise<void>;
  /** Asks it to end, and after three quarters of a minute ends it at once. */
  end: () => Promise<void>;
};

/** Where programs leave their logs, which were started, and whether all are being ended: none is started then. */
export type Home = { logs: string; programs: Program[]; isClosing: boolean };

/** A command line; `user` runs it as another user, which takes root. Its log is `NAME.log`. */
export type Command = {
  name: string;
  command: string;
  words: readonly string[];
  env?: Record<string, string>;
  cwd?: string;
  user?: string;
};

const endWithinMs = 45_000;

/** The command line that runs another as `user`: in the same process, so that signals reach it. */
export function commandAs(user: string | undefined, command: string, words: readonly string[]): [string, string[]] {
  if (!user || process.getuid?.() !== 0) return [command, [...words]];
  return ["setpriv", [`--reuid=${user}`, `--regid=${user}`, "--init-groups", "--", command, ...words]];
}

/** Starts a program, whose output goes to its log, and notes it. */
export function startProgram(home: Home, { name, command, words, env, cwd, user }: Command): Program {
  if (home.isClosing) throw new Error(`${name} isn't started: all is being ended.`);
  const log = openSync(join(home.logs, `${name}.log`), "a");
  const [file, line] = commandAs(user, command, words);
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
    // One that is stopped could not end.
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
