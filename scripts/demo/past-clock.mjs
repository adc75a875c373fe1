import { isMainThread } from "node:worker_threads";

/**
 * Preloaded in the server of a new demo, whose clock begins some hours back and goes forward as the seeding says, so
 * that orders lie days apart. The embedded database takes its time from here too. From the end of the seeding on, the
 * clock is the machine's again.
 */
const hoursBack = Number(new URL(import.meta.url).searchParams.get("hours"));
const startOffsetMs = -hoursBack * 60 * 60_000;
let offsetMs = startOffsetMs;

const readMachineClock = Date.now;
const readMonotonicClock = performance.now.bind(performance);

/** Shorter intervals watch something in the process. */
const shortestJobMs = 1000;

/** Jobs that run less often wait for the end of the seeding, because only these do what an order waits for. */
const frequentJobMs = 5000;

const jobs = new Map();
const machine = { setInterval, clearInterval };
let isPast = isMainThread;

function shiftClocks() {
  const MachineDate = Date;
  MachineDate.now = () => readMachineClock() + offsetMs;
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length > 0 ? given : [target.now()], newTarget),
    apply: (target) => new Date(target.now()).toString(),
  });
  // Begins at zero as usual, because a negative time would look earlier than any deadline.
  performance.now = () => readMonotonicClock() + offsetMs - startOffsetMs;
}

/** Until the clock is the machine's, jobs run only when the seeding says so. Otherwise they would find stalled jobs. */
function holdJobs() {
  globalThis.setInterval = (run, ms, ...rest) => {
    if (!isPast || ms < shortestJobMs) return machine.setInterval(run, ms, ...rest);
    const timer = machine.setInterval(() => isPast || run(...rest), ms);
    jobs.set(timer, { ms, run: () => run(...rest) });
    return timer;
  };
  globalThis.clearInterval = (timer) => {
    jobs.delete(timer);
    machine.clearInterval(timer);
  };
}

/** One after another, because the last one looks at when the others ran. */
async function runJobs(maxMs) {
  for (const { ms, run } of jobs.values()) if (ms <= maxMs) await run();
}

async function move({ newOffsetMs, runsJobs }) {
  offsetMs = newOffsetMs;
  const isOver = newOffsetMs === 0;
  if (runsJobs) await runJobs(isOver ? Number.POSITIVE_INFINITY : frequentJobMs);
  if (isOver) isPast = false;
  process.send({ newOffsetMs }, () => isPast || finish());
}

function finish() {
  Object.assign(globalThis, machine);
  jobs.clear();
  process.disconnect();
}

if (isMainThread) {
  shiftClocks();
  holdJobs();
  process.on("message", move);
  // The server stops by its signals, whether or not somebody could still move its clock.
  process.channel.unref();
}
