import { afterAll, beforeAll, expect, it } from "vitest";

import { listAdminDraws } from "@/lib/draws/read-admin-draw";
import { refreshDraw } from "@/lib/feed/refresh-draw";
import { languages } from "@/lib/platform/i18n/routing";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import { createTestFeed } from "@/tests/support/core/test-feed";
import { createDraft } from "./create-draft";

const start = new Date("2026-11-20T18:00:00Z");

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext(start);
});
afterAll(() => test.close());

it("a draw of the feed says so, and is changed neither by hand, by a file nor by an earlier version", async () => {
  const feed = createTestFeed();
  const define = (id: string) => drawAt(start, { id, urlSlug: id, parentId: "arena" });
  feed.answers.set("fed", { kind: "found", body: define("fed"), tag: null });
  for (const language of languages) feed.words.set(language, { kind: "found", body: {}, tag: null });
  await refreshDraw({ ...test.ctx, feed }, "fed");
  await importTestDraw(test.admin, define("own"));
  const admin = { ...test.admin, feed };
  const listed = await listAdminDraws(admin);
  const isFed = listed.ok && Object.fromEntries(listed.draws.map((draw) => [draw.id, draw.isFed]));
  expect(isFed).toEqual({ fed: true, own: false });
  for (const change of [{}, { content: { name: "Otherwise" } }, { revision: 1 }]) {
    expect(await createDraft(admin, { drawId: "fed", ...change })).toEqual({ ok: false, reason: "draw-of-feed" });
  }
  expect(await createDraft(admin, { drawId: "next", copyOf: "fed" })).toMatchObject({ ok: true });
});
