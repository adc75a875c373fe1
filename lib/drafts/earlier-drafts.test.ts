import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { createDraft } from "./create-draft";
import type { DraftView } from "./rules.views";
import { saveDraft } from "./save-draft";
import { viewDraft } from "./view-draft";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
afterAll(() => test.close());

async function view(): Promise<DraftView> {
  const result = await viewDraft(test.admin, "old");
  if (!result.ok) throw new Error(result.reason);
  return result.view;
}

/** As another release may have saved it. */
const ofEarlierRelease = {
  ...{ title: "Old", type: "5050 Cash", province: "ON", minimumAge: 16, colour: "red" },
  additionalOptions: { enableConfetti: true },
};

it("a draft of an earlier release opens, says what no longer fits, and can be saved without it", async () => {
  const begun = { drawId: "old", parentId: "arena", title: "Old", type: "5050 Cash", province: "ON" };
  await createDraft(test.admin, begun);
  const stored = JSON.stringify(ofEarlierRelease);
  await test.ctx.db.execute(sql`update draw_drafts set content = ${stored}::jsonb where draw_id = 'old'`);
  const opened = await view();
  expect(opened.droppedFields).toEqual(["colour"]);
  expect(opened.content).not.toHaveProperty("colour");
  expect(opened.problems).toEqual(
    expect.arrayContaining([
      { field: "minimumAge", problem: "too-small" },
      { field: "additionalOptions.enableConfetti", problem: "unknown" },
    ]),
  );
  const content = { ...opened.content, minimumAge: 19, additionalOptions: {} };
  // What a page of that release would send is refused in words.
  expect(await saveDraft(test.admin, "old", { revision: 1, content: ofEarlierRelease })).toMatchObject({
    reason: "invalid-input",
  });
  expect(await saveDraft(test.admin, "old", { revision: 1, content })).toEqual({ ok: true });
  const saved = await view();
  expect(saved.droppedFields).toEqual([]);
  expect(saved.problems.map(({ problem }) => problem)).not.toContain("unknown");
});
