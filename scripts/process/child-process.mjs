import { spawn } from "node:child_process";

/** A process that has ended isn't an error. */
export function signalGroup(child, signal) {
  if (!child.pid) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

/**
 * Runs a command in a process group of its own.
 * @param {string} command
 * @param {string[]} commandArguments
 * @param {{env?: Record<string, string | undefined>, cwd?: string, show?: boolean, withinMs?: number, onStart?: (child:
 * import("node:child_process").ChildProcess) => void, onMessage?: (message: unknown, child:
 * import("node:child_process").ChildProcess) => void}} [options] after `withinMs` its group is killed; only with
 * `onMessage` the child has a channel for messages
 * @returns {Promise<{code: number, output: string}>} `code` is 1 when a signal ended it or it could not start
 */
export function runCommand(command, commandArguments, options = {}) {
  return new Promise((resolve) => {
    const env = { ...process.env, ...options.env };
    const child = spawn(command, commandArguments, {
      cwd: options.cwd,
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe", ...(options.onMessage ? ["ipc"] : [])],
    });
    child.on("message", (message) => options.onMessage?.(message, child));
    let output = "";
    const keep = (chunk) => {
      output += chunk;
      if (options.show) process.stdout.write(chunk);
    };
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    const late = () => {
      output += `It took longer than ${options.withinMs / 1000} s.\n`;
      signalGroup(child, "SIGKILL");
    };
    const timer = options.withinMs ? setTimeout(late, options.withinMs) : undefined;
    child.once("error", (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, output });
    });
    options.onStart?.(child);
  });
}
