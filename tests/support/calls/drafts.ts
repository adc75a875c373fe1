import { draftKeys, filledIn } from "@/tests/support/draws/draft";
import type { Server } from "@/tests/support/servers/server";
import { adminCall } from "./buyer";

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Sets up a draw whose sales have opened by its dates, and stores a merchant account. */
export async function setUpByCalls(
  server: Server,
  { drawId, parentId = "arena" }: { drawId: string; parentId?: string },
  changes: Record<string, unknown> = {},
): Promise<void> {
  const about = { parentId, title: "Spring", type: "5050 Cash", province: "ON" };
  const dates = { startDate: inDays(-1), endDate: inDays(20), prizes: {} };
  const begun = await adminCall<{ content: object; revision: number }>(server, "POST", "/api/admin/drafts", {
    drawId,
    ...about,
  });
  const content = { ...begun.body.content, ...filledIn, ...dates, ...changes };
  const saved = { revision: begun.body.revision, content };
  const credentials = { bambora: draftKeys };
  for (const [path, body] of [
    [`/api/admin/drafts/${drawId}`, saved],
    [`/api/admin/draws/${drawId}/credentials`, credentials],
  ] as const) {
    const { status } = await adminCall(server, "POST", path, body);
    if (status !== 200) throw new Error(`${path}: ${status}`);
  }
}

/** The path of a new preview link, without the language. */
export async function linkToDraft(server: Server, drawId: string): Promise<string> {
  const made = await adminCall<{ path: string }>(server, "POST", `/api/admin/drafts/${drawId}/preview`);
  if (made.status !== 201) throw new Error(`No preview of ${drawId}: ${made.status}`);
  return made.body.path;
}
