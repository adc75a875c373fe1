import type { Buyer } from "./buyers";
import { buyerActions, createBuyer } from "./buyers";
import { checkEnd } from "./check-end";
import type { Look } from "./check-money";
import { checkMoney } from "./check-money";
import { checkNumbers } from "./check-numbers";
import { checkSteps } from "./check-steps";
import { minuteMs } from "./clock";
import type { Device, Floor } from "./device-calls";
import { createDevice } from "./device-calls";
import { deviceActions } from "./devices";
import { clear, openDraw } from "./draw";
import type { Facts } from "./facts";
import { readFacts } from "./facts";
import { asking, outside } from "./faults";
import { beginOutage, checkTrials, endOutage, noteMissed, noteOutages } from "./outage";
import type { Recovery } from "./recover";
import { passQuietly, recover } from "./recover";
import type { Event, Scenario } from "./scenario";
import { actAsAdmin, closeSales, revoke, runJob } from "./staff";
import { checkTerms, recordTill } from "./till";
import type { Turn } from "./turns";
import type { SimulationSetup, World } from "./world";
import { count, createWorld, note, runAllTurns } from "./world";

/** `found` is empty if no invariant was broken. */
export type Run = { found: string[]; trace: string[]; counts: Map<string, number> };

/** A process that stands still longer, between leasing a refund and sending it, counts as dead. */
const longestStandstillMs = minuteMs;

/** Long enough for two lookups to agree that a payment is missing. */
const quietPeriodMs = 16 * minuteMs;

type Player = { world: World; buyers: Buyer[]; devices: Device[]; facts: Facts };

/** Checks the invariants after each step and at the end. The same scenario gives the same run. */
export async function runScenario(setup: SimulationSetup, scenario: Scenario): Promise<Run> {
  const world = createWorld(setup, scenario);
  const { devices } = await openDraw(world);
  if (scenario.isOut) await beginOutage(world);
  const facts = await readFacts(setup.client);
  const player: Player = { world, buyers: [0, 1, 2, 3].map(createBuyer), devices: devices.map(createDevice), facts };
  await prepare(player);
  for (const [at, event] of scenario.events.entries()) {
    if (world.found.length > 0) break;
    if (at === scenario.closesBefore) await closeSales(world);
    if (at === scenario.revokesBefore && player.devices[1]) await revoke(world, player.devices[1]);
    await play(player, event);
  }
  for (const device of player.devices) await deviceActions.summary(createFloor(player), device, device.who);
  if (scenario.isOut) await endOutage(world);
  if (world.found.length === 0) await recover(createRecovery(player));
  if (world.found.length === 0) note(world, await checkEnd(world, player.facts));
  await clear(world);
  return { found: world.found, trace: world.trace, counts: world.counts };
}

async function look(player: Player, isWritten = true): Promise<Facts> {
  const { world } = player;
  const facts = isWritten ? await readFacts(world.setup.client) : player.facts;
  const now: Look = { facts, bank: world.bank, now: world.clock.now() };
  const books = [...checkNumbers(facts), ...checkMoney(now), ...checkTerms(facts, world.scenario.terminal)];
  const trials = checkTrials(facts, now.now);
  const found = [...books, ...trials, ...checkSteps({ before: player.facts, look: now })];
  noteStates(world, player.facts, facts);
  note(world, found);
  player.facts = facts;
  return facts;
}

/** Counts reached states, so that a run without effect is noticed. */
function noteStates(world: World, before: Facts, facts: Facts): void {
  const was = new Map<string, string>([
    ...before.orders.map(({ orderId, status }) => [`order ${orderId}`, status] as const),
    ...before.attempts.map(({ number, state }) => [`attempt ${number}`, state] as const),
    ...before.refunds.map(({ number, state }) => [`refund ${number}`, state] as const),
  ]);
  const recordState = (kind: string, id: string, state: string) => {
    const earlier = was.get(`${kind} ${id}`);
    if (earlier === state) return;
    count(world, `${kind} ${earlier ?? "-"} > ${state}`);
    world.trace.push(`  ${kind} ${id.slice(-6)}: ${earlier ?? "-"} > ${state}`);
    if (kind === "order") world.seen.push({ orderId: id, status: state });
  };
  for (const { orderId, status } of facts.orders) recordState("order", orderId, status);
  for (const { number, state } of facts.attempts) recordState("attempt", number, state);
  noteOutages(world, before, facts);
  for (const { number, state } of facts.refunds) recordState("refund", number, state);
}

async function giveTurn(player: Player, turn: Turn, fault: string): Promise<void> {
  const { world } = player;
  const { kind, about, call } = turn;
  world.clock.moveTo(turn.dueAt);
  world.trace.push(`  ${call.name}@${call.process} ${kind} ${about}${fault === "none" ? "" : ` !${fault}`}`);
  count(world, "turns");
  if (fault !== "none") count(world, `fault ${kind} ${fault}`);
  await world.turns.give(turn, fault);
  if (kind === "read" || kind === "pause") return;
  const before = player.facts;
  const after = await look(player, kind === "write" || kind === "transaction");
  recordTill(world.till, { call, before, after, at: world.clock.now() });
  if (call.name === "match") noteMissed(world, before, after);
  const isChanged = call.isBarred && JSON.stringify(after) !== JSON.stringify(before);
  if (isChanged) note(world, [`a device that was revoked changed something: ${call.name}`]);
}

/** Uses up the plan's next fault of this kind. */
function nextFault({ planned }: World, { kind }: Turn): string {
  return planned[kind].shift() ?? "none";
}

/** Waits until the call has reached a third party, or has had enough turns. */
async function giveTurns(player: Player, event: Extract<Event, { do: "turns" }>): Promise<void> {
  const { world } = player;
  world.size = event.size / 1000;
  const first = world.turns.waiting[event.pick % Math.max(1, world.turns.waiting.length)];
  for (let left = event.count; first && left > 0; left -= 1) {
    const turn = left === event.count ? first : world.turns.waiting.find(({ call }) => call === first.call);
    if (!turn) return;
    await giveTurn(player, turn, nextFault(world, turn));
    if (outside.has(turn.kind)) return;
  }
}

function createRecovery(player: Player): Recovery {
  return { world: player.world, give: (turn) => giveTurn(player, turn, "none"), look: () => look(player) };
}

/** Only lookups at the bank fail in quiet time. */
function createQuietRecovery(player: Player): Recovery {
  const { world } = player;
  const give = (turn: Turn) => giveTurn(player, turn, asking.has(turn.kind) ? nextFault(world, turn) : "none");
  return { ...createRecovery(player), give };
}

/** Processes never stand still so long that their refunds count as lost. */
async function passTime(player: Player, ms: number, isQuiet: boolean): Promise<void> {
  const { world } = player;
  const sending = ms < longestStandstillMs ? [] : world.turns.waiting.filter(({ kind }) => kind === "refund");
  for (const turn of sending) await giveTurn(player, turn, "none");
  if (isQuiet) await passQuietly(createQuietRecovery(player), ms);
  else world.clock.moveTo(world.clock.now() + ms);
}

function createFloor(player: Player): Floor {
  return { world: player.world, buyers: player.buyers, facts: () => player.facts };
}

async function play(player: Player, event: Event): Promise<void> {
  const { world, buyers, devices } = player;
  if (event.do === "turns") return giveTurns(player, event);
  world.trace.push(JSON.stringify(event));
  if (event.do === "time") return passTime(player, event.ms, false);
  if (event.do === "quiet") return passTime(player, quietPeriodMs, true);
  if (event.do === "kill") {
    count(world, "kill");
    return world.turns.kill(event.process);
  }
  if (event.do === "job") return runJob(world, event.name, event.process);
  if (event.do === "admin") return actAsAdmin(world, player.facts, event.action, event.pick);
  if (event.do === "device") {
    const device = devices[event.who];
    return device && deviceActions[event.action](createFloor(player), device, event.pick);
  }
  const buyer = buyers[event.who];
  if (buyer) await buyerActions[event.action](world, buyer, event.pick);
}

async function prepare(player: Player): Promise<void> {
  const { world, buyers, devices } = player;
  const { ready, paid, paying, atGate } = world.scenario;
  for (const buyer of buyers.slice(0, ready)) await buyerActions.place(world, buyer, buyer.who);
  await runAllTurns(world);
  await look(player);
  for (const buyer of buyers.slice(0, Math.min(ready, paid))) await buyerActions.pay(world, buyer, buyer.who);
  for (const device of devices) {
    for (let at = 0; at < atGate; at += 1) await deviceActions.sell(createFloor(player), device, device.who + at);
  }
  for (let turn = world.turns.waiting[0]; turn; turn = world.turns.waiting[0]) await giveTurn(player, turn, "none");
  for (const buyer of buyers.slice(paid, Math.min(ready, paid + paying)))
    await buyerActions.pay(world, buyer, buyer.who);
}
