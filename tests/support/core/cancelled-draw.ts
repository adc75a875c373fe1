import { approveCancellation } from "@/lib/draws/cancel/approve-cancellation";
import { proposeCancellation } from "@/lib/draws/cancel/propose-cancellation";
import { joinConsole } from "./console-people";
import type { TestContext } from "./test-context";

/** Two administrators of everything who signed in a moment ago. */
export async function joinTwo(test: TestContext) {
  const [first, second] = [await joinConsole(test), await joinConsole(test)];
  return { first: first.ctx, second: second.ctx };
}

/** One person proposes it, another approves. */
export async function cancelDraw(test: TestContext, drawId: string): Promise<void> {
  const { first, second } = await joinTwo(test);
  const proposed = await proposeCancellation(first, drawId, { reason: "The game was called off." });
  if (!proposed.ok) throw new Error(proposed.reason);
  const approved = await approveCancellation(second, drawId, { proposal: proposed.proposal });
  if (!approved.ok) throw new Error(approved.reason);
}
