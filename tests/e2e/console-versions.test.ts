import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { expect } from "playwright/test";

import { findAxeViolations } from "@/tests/support/browser/axe";
import { shopTest } from "@/tests/support/browser/browser-test";
import { words } from "@/tests/support/browser/checkout";
import { actionFor, button } from "@/tests/support/browser/console";
import { openManager, SetUp } from "@/tests/support/browser/set-up";
import { adminCall, importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";

const { draws, nav, setUp: t } = words.en.console;

const openDraws = (page: Page) => page.getByRole("link", { name: nav.draws, exact: true }).click();

async function openDraw(page: Page, title: string): Promise<void> {
  await openDraws(page);
  await page.getByRole("link", { name: title, exact: true }).click();
  await button(page, draws.actions.change).waitFor();
}

function toFile(text: string) {
  return { name: "draw.json", mimeType: "application/json", buffer: Buffer.from(text) };
}

shopTest("an earlier version becomes a new one", { tag: "@desktop" }, async ({ pages, server }) => {
  const id = `versions-${Date.now()}`;
  const definition = drawWith({ id, parentId: id, title: "Versions", rules: "First." });
  await importDraw(server, definition);
  await importDraw(server, { ...definition, rules: "Second." });
  const page = await openManager({ pages, server }, "en", id);
  await openDraw(page, "Versions");
  await expect(page.getByRole("heading", { name: /^Version \d/ })).toHaveText(["Version 2", "Version 1"]);
  await button(page, words.en.console.history.revision.show).first().click();
  await page.getByText("Before: First.").waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await button(page, actionFor("en", draws.versions.use, "Version 1")).click();
  const setUp = new SetUp(page, "en");
  await page.getByRole("heading", { name: t.steps.basics, exact: true }).waitFor();
  await setUp.open("texts");
  const rules = page.getByRole("group", { name: t.texts.rules, exact: true });
  await expect(rules.getByLabel(words.en.language.en)).toHaveValue("First.");
  await setUp.open("review");
  await button(page, t.review.publish.change).click();
  const question = page.getByRole("group", { name: t.review.question.change });
  await question.getByRole("button", { name: t.review.publish.change }).click();
  await page.getByRole("heading", { name: "Version 3" }).waitFor();
});

shopTest("a definition leaves as a file and comes back as a draft", { tag: "@desktop" }, async ({ pages, server }) => {
  const id = `file-${Date.now()}`;
  await importDraw(server, drawWith({ id, parentId: id, title: "Filed", rules: "The rules." }));
  const page = await openManager({ pages, server }, "en", id);
  await openDraw(page, "Filed");
  const downloading = page.waitForEvent("download");
  await button(page, t.export.label).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${id}.json`);
  const text = await readFile(await download.path(), "utf8");
  expect(text).not.toMatch(/passcode|apiKeys/);
  await openDraws(page);
  await button(page, draws.fromFile).click();
  const input = page.getByLabel(draws.file.file, { exact: true });
  for (const [content, problem] of [
    ["title: Filed", "not-json"],
    ["[]", "not-a-draw"],
    [JSON.stringify({ title: "x".repeat(70_000) }), "too-large"],
  ] as const) {
    await input.setInputFiles(toFile(content));
    await page.getByText(draws.file.problems[problem]).waitFor();
  }
  const apiKeys = { bambora: { merchantId: "300200001", passcode: "passcode" } };
  await input.setInputFiles(toFile(JSON.stringify({ ...JSON.parse(text), apiKeys, colour: "red", minimumAge: 12 })));
  await page.getByText(draws.file.credentials).waitFor();
  await page.getByText(/left out: colour/).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByLabel(draws.file.use, { exact: true }).selectOption({ label: draws.file.new });
  await page.getByLabel(draws.form.name, { exact: true }).fill(`${id} copy`);
  await button(page, draws.file.create).click();
  await page.getByRole("heading", { name: t.steps.basics, exact: true }).waitFor();
  expect(page.url()).toContain(`${id}-copy`);
  // An import's own finding.
  await page.getByText(t.unfit.text).waitFor();
  await page.getByText(words.en.console.history.fields.minimumAge, { exact: true }).waitFor();
});

shopTest("a draw that is over is archived and comes back", { tag: "@desktop" }, async ({ pages, server }) => {
  const id = `archived-${Date.now()}`;
  await importDraw(server, drawWith({ id, parentId: id, title: "Over" }));
  await adminCall(server, "POST", `/api/admin/draws/${id}/close`, {});
  const page = await openManager({ pages, server }, "en", id);
  await openDraw(page, "Over");
  await button(page, draws.actions.archive.label).click();
  await page.getByText(draws.actions.archive.done).waitFor();
  await openDraws(page);
  await page.getByText(draws.none).waitFor();
  await page.getByRole("link", { name: draws.list.archived, exact: true }).click();
  await page.getByRole("link", { name: "Over", exact: true }).click();
  await button(page, draws.actions.unarchive.label).click();
  await button(page, draws.actions.archive.label).waitFor();
  await openDraws(page);
  await page.getByRole("link", { name: "Over", exact: true }).waitFor();
});
