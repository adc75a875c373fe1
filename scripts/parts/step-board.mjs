import { signalGroup } from "./child-process.mjs";

const heartbeatMs = 20_000;
const shownLines = 200;

function seconds(sinceMs) {
  return `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;
}

function lastLines(output) {
  const lines = output.trimEnd().split("\n");
  const cut = lines.length > shownLines ? [`… ${lines.length - shownLines} lines before this …`] : [];
  return [...cut, ...lines.slice(-shownLines)].map((line) => `    ${line}`).join("\n");
}

/**
 * Runs named steps, prints a line for each with its time, says regularly what is still running, and adds up.
 * A step gives `{code, output}`, and `{passed, failed}` where it counts more than itself.
 */
export function createBoard() {
  const running = new Map();
  const children = new Set();
  const totals = { passed: 0, failed: 0 };

  const heartbeat = setInterval(() => {
    for (const [name, startedMs] of running) console.log(`  … ${name} is still running (${seconds(startedMs)})`);
  }, heartbeatMs);

  /** Notes a child so that an interrupted run leaves nothing behind. */
  function keepChild(child) {
    children.add(child);
    child.once("close", () => children.delete(child));
  }

  /** Runs one step; true when it passed. */
  async function run(name, work) {
    const startedMs = Date.now();
    running.set(name, startedMs);
    const result = await work({ onStart: keepChild }).catch((error) => ({ code: 1, output: String(error.stack) }));
    running.delete(name);
    const counted = result.passed === undefined ? { passed: result.code === 0 ? 1 : 0, failed: 0 } : result;
    const failed = result.code !== 0 && counted.failed === 0 ? 1 : counted.failed;
    totals.passed += counted.passed;
    totals.failed += failed;
    const tally = result.passed === undefined ? "" : `  ${counted.passed} passed, ${failed} failed`;
    console.log(`${failed === 0 ? "ok  " : "FAIL"} ${name.padEnd(12)} ${seconds(startedMs).padStart(8)}${tally}`);
    if (failed > 0) console.log(lastLines(result.output));
    return failed === 0;
  }

  function stopChildren(signal) {
    for (const child of children) signalGroup(child, signal);
  }

  /** Prints the sum and gives the exit code. */
  function finish() {
    clearInterval(heartbeat);
    console.log(`${totals.passed} passed, ${totals.failed} failed`);
    return totals.failed === 0 ? 0 : 1;
  }

  return { run, finish, stopChildren };
}
