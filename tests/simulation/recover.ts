import type { Facts } from "./facts";
import type { jobNames, Scenario } from "./scenario";
import { runJob } from "./staff";
import type { Call, Turn } from "./turns";
import type { World } from "./world";
import { note } from "./world";

type Job = (typeof jobNames)[number];

/** More rounds count as a failure to recover. */
const maxRounds = 300;

const open = new Set(["sent", "unknown"]);

export type Recovery = { world: World; give: (turn: Turn) => Promise<void>; look: () => Promise<Facts> };

/** Jobs run normally while all other calls stand still. */
export async function passQuietly(recovery: Recovery, ms: number): Promise<void> {
  const { world, look } = recovery;
  const still = new Set(world.calls);
  const end = world.clock.now() + ms;
  for (let round = 0; round < maxRounds && world.found.length === 0; round += 1) {
    const dueJobs = listDueJobs(await look(), world.scenario).filter(({ at }) => at < end);
    if (dueJobs.length === 0) break;
    await runDue(
      recovery,
      dueJobs,
      Math.max(world.clock.now(), ...[Math.min(...dueJobs.map(({ at }) => at)) + 1]),
      still,
    );
  }
  world.clock.moveTo(end);
}

/** Ends the faults, restarts dead processes, and runs jobs until no work is left. */
export async function recover(recovery: Recovery): Promise<void> {
  const { world, look } = recovery;
  world.trace.push("no more faults");
  await finishCalls(recovery);
  for (let round = 0; world.found.length === 0; round += 1) {
    const dueJobs = listDueJobs(await look(), world.scenario);
    const next = Math.min(...dueJobs.map(({ at }) => at));
    if (dueJobs.length === 0) return;
    if (round === maxRounds) {
      return note(world, [`After ${maxRounds} rounds there is still something to do: ${JSON.stringify(dueJobs)}`]);
    }
    await runDue(recovery, dueJobs, Math.max(world.clock.now(), next + 1));
  }
}

/** Finishes all calls except those in `still`. */
async function finishCalls({ world, give }: Recovery, still: ReadonlySet<Call> = new Set()): Promise<void> {
  while (world.found.length === 0) {
    // Calls that wait for time come last.
    const free = world.turns.waiting.filter(({ call }) => !still.has(call));
    const turn = free.sort((left, right) => left.dueAt - right.dueAt)[0];
    if (!turn) return;
    await give(turn);
  }
}

/** Due jobs with their times. Half of the runs read pages before they look single payments up. */
function listDueJobs({ orders, attempts, refunds, mails }: Facts, { seed }: Scenario): { job: Job; at: number }[] {
  const isAsked = <Item extends { askAt: number | null }>(item: Item): item is Item & { askAt: number } =>
    item.askAt !== null;
  return [
    ...orders
      .filter(({ status }) => status === "reserved")
      .map(({ expiresAt }) => ({ job: "expire" as const, at: expiresAt })),
    ...attempts
      .filter(isAsked)
      .flatMap(({ askAt: at }) =>
        (seed % 2 === 0 ? (["match", "reconcile"] as const) : (["reconcile"] as const)).map((job) => ({ job, at })),
      ),
    ...refunds.filter(isAsked).map(({ askAt, state }) => ({
      job: open.has(state) ? ("ask-refunds" as const) : ("send-refunds" as const),
      at: askAt,
    })),
    ...mails.filter(({ state }) => state === "waiting").map(({ tryAt }) => ({ job: "mail" as const, at: tryAt })),
  ];
}

async function runDue(
  recovery: Recovery,
  dueJobs: ReturnType<typeof listDueJobs>,
  at: number,
  still?: ReadonlySet<Call>,
) {
  const { world } = recovery;
  world.clock.moveTo(at);
  world.trace.push(`it is ${new Date(world.clock.now()).toISOString()}`);
  for (const job of new Set(dueJobs.filter((due) => due.at <= at).map((due) => due.job))) {
    await runJob(world, job, 0);
    await finishCalls(recovery, still);
  }
}
