import { signalGroup } from "../process/child-process.mjs";

const heartbeatMs = 20_000;
const shownLines = 200;
const shownFailures = 30;

/**
 * Prints each step with its time, and regularly the steps in progress. A step returns `{code, output}` and, with tests,
 * `passed` and `failures`.
 */
export function createStepRunner() {
  const running = new Map();
  const children = new Set();
  const totals = { passed: 0, failures: [] };

  const heartbeat = setInterval(() => {
    for (const [name, startedMs] of running) console.log(`  … ${name} is still running (${seconds(startedMs)})`);
  }, heartbeatMs);

  /** Tracks children, so that an interrupted run leaves no processes. */
  function trackChild(child) {
    children.add(child);
    child.once("close", () => children.delete(child));
  }

  async function run(name, work) {
    const startedMs = Date.now();
    running.set(name, startedMs);
    const result = await work({ onStart: trackChild }).catch((error) => ({ code: 1, output: String(error.stack) }));
    running.delete(name);
    const failures = getFailures(name, result);
    const failed = failures.length;
    totals.passed += result.passed ?? (failed === 0 ? 1 : 0);
    totals.failures.push(...failures);
    const tally = result.passed === undefined ? "" : `  ${result.passed} passed, ${failed} failed`;
    console.log(`${failed === 0 ? "ok  " : "FAIL"} ${name.padEnd(12)} ${seconds(startedMs).padStart(8)}${tally}`);
    if (failed > 0) console.log(`${listFailures(failures)}\n${lastLines(result.output)}`);
    return failed === 0;
  }

  function stopChildren(signal) {
    for (const child of children) signalGroup(child, signal);
  }

  function finish() {
    clearInterval(heartbeat);
    const failed = totals.failures.length;
    if (failed > 0) console.log(listFailures(totals.failures));
    console.log(`${totals.passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  }

  return { run, finish, stopChildren };
}

function seconds(sinceMs) {
  return `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;
}

function lastLines(output) {
  const lines = output.trimEnd().split("\n");
  const cut = lines.length > shownLines ? [`… ${lines.length - shownLines} lines before this …`] : [];
  return [...cut, ...lines.slice(-shownLines)].map((line) => `    ${line}`).join("\n");
}

function listFailures(failures) {
  const more = failures.length - shownFailures;
  const cut = more > 0 ? [`… and ${more} more`] : [];
  return [...failures.slice(0, shownFailures), ...cut].map((line) => `  ✘ ${line}`).join("\n");
}

function getFailures(name, { code, failures = [] }) {
  return code !== 0 && failures.length === 0 ? [name] : failures;
}
