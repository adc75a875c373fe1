import type { Server } from "@/tests/support/servers/server";
import type { ConsoleBrowser } from "./console-browser";
import { inviteByKey, openConsoleBrowser } from "./console-browser";

let people = 0;

async function join(server: Server): Promise<ConsoleBrowser> {
  people += 1;
  const email = `cancels-${people}-${Date.now()}@example.test`;
  const { code } = await inviteByKey(server, { email, name: "Jo Tremblay" });
  const browser = openConsoleBrowser(server);
  const { status } = await browser.accept(code, "Laptop");
  if (status >= 300) throw new Error("The invitation was refused.");
  return browser;
}

/** One person proposes to cancel the draw. Returns the number of the proposal. */
async function proposeToCancel(server: Server, drawId: string): Promise<number> {
  const browser = await join(server);
  const path = `/api/admin/draws/${drawId}/cancellation`;
  const { body } = await browser.post<{ proposal?: { number: number } }>(path, { reason: "The game was called off." });
  if (!body.proposal) throw new Error(JSON.stringify(body));
  return body.proposal.number;
}

/** Another person approves it. */
export async function cancelByTwo(server: Server, drawId: string): Promise<void> {
  const proposal = await proposeToCancel(server, drawId);
  const browser = await join(server);
  const { status, body } = await browser.post(`/api/admin/draws/${drawId}/cancellation/approve`, { proposal });
  if (status !== 200) throw new Error(JSON.stringify(body));
}
