import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { importDraw } from "@/lib/draws/import/import-draw";
import { readImport } from "@/lib/draws/import/read-import";
import type { Draw } from "@/lib/draws/schema";
import { readDrawRecord } from "@/lib/draws/store";
import type { TestContext } from "@/tests/support/core/test-context";
import { importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import { arbitraryDraw } from "@/tests/support/draws/arbitrary-draw";
import { createDraft } from "./create-draft";
import { exportDraw } from "./export-draw";
import { publishDraft } from "./publish-draft";
import type { Draft } from "./rules";
import { toContent, toDefinition } from "./rules";
import { mapContentDates, readFileDates, readWallClocks } from "./rules.dates";
import { readDefinitionFile } from "./rules.files";
import type { DraftContent } from "./schema";
import { viewDraft } from "./view-draft";

const text = fc.string({ maxLength: 40 });
const localText = fc.oneof(text, fc.record({ en: text, fr: text }), fc.record({ en: text }));
const zone = fc.constantFrom("America/Toronto", "America/St_Johns", "America/Vancouver");
/** Hours at which no clock is set forward or back, so that each time on the clock is one instant. */
const date = fc.integer({ min: 0, max: 300 }).map((days) => new Date(Date.UTC(2026, 10, 21, 18) + days * 86_400_000));
const offsetDate = date.map((at) => at.toISOString().replace(".000Z", "+00:00"));
const prize = fc.record({ description: localText, drawDate: offsetDate }, { requiredKeys: ["description"] });

const otherFields = fc.record(
  {
    title: localText,
    description: localText,
    rules: localText,
    name: text,
    timeZone: zone,
    prizes: fc.record({
      "Grand Prize": fc.array(prize, { maxLength: 3 }),
      "Add On": fc.array(prize, { maxLength: 2 }),
    }),
    once: fc.constantFrom("order", "number", "none"),
    claimTerms: fc.record({ days: fc.integer({ min: 1, max: 90 }), text: localText }, { requiredKeys: [] }),
    minimumAge: fc.integer({ min: 18, max: 21 }),
    locale: fc.record({ lang: fc.constantFrom("en", "fr") }),
    organizationAddress: fc.record({ city: text, line1: text }, { requiredKeys: [] }),
    additionalOptions: fc.record({
      faq: fc.array(fc.record({ question: localText, answer: localText }), { maxLength: 2 }),
      displayTeamStats: fc.boolean(),
      uniqueOrderPrefix: fc.constantFrom("", "AB1"),
    }),
    teams: fc.constantFrom([], [{ id: "g", title: "Teams", teams: [{ id: "a", name: "A", color: "#123456" }] }]),
    checkoutAccess: fc.record({ requireGPSCheck: fc.boolean(), requireIPCheck: fc.boolean() }),
    terminal: fc.record({ allowCash: fc.boolean() }),
    pixelId: text,
  },
  { requiredKeys: [] },
);

/** A stored definition. */
const arbitraryDefinition = fc.tuple(arbitraryDraw, otherFields).map(([draw, others]): Draw => {
  // Forms have no seconds.
  const dates = { startDate: "2026-11-20T09:00:00-05:00", endDate: "2027-11-20T14:00:00.000Z" };
  const { apiKeys: _keys, ...definition } = { ...draw, ...dates, ...others } as Record<string, unknown>;
  const parsed = readImport(JSON.parse(JSON.stringify(definition)), false);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  return parsed.draw;
});

const draftOf = (draw: Draw, content: DraftContent): Draft =>
  ({ drawId: draw.id, parentId: draw.parentId, content }) as Draft;

/** As an import of the draft reads it. What publishing sets is as it was before. */
function publish(draw: Draw, content: DraftContent): Draw {
  const parsed = readImport(JSON.parse(JSON.stringify(toDefinition(draftOf(draw, content), draw))), false);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  return { ...parsed.draw, version: draw.version, state: draw.state };
}

function readFile(definition: unknown): DraftContent {
  const read = readDefinitionFile(JSON.stringify(definition));
  if (!read.ok) throw new Error(read.problem);
  return readFileDates(read.file.content);
}

describe("one definition", () => {
  it("is what a set-up of any stored draw publishes, if nothing was changed", () => {
    fc.assert(
      fc.property(arbitraryDefinition, (draw) => {
        expect(publish(draw, toContent(draw))).toEqual(draw);
      }),
    );
  });

  it("is what a file of it gives", () => {
    fc.assert(
      fc.property(arbitraryDefinition, (draw) => {
        expect(publish(draw, readFile(draw))).toEqual(draw);
      }),
    );
  });

  it("is what the form's times on the clock mean", () => {
    const onClock = (content: DraftContent) => mapContentDates(content, (text) => text.slice(0, 16));
    fc.assert(
      fc.property(arbitraryDefinition, (draw) => {
        const content = toContent(draw);
        expect(publish(draw, readWallClocks(onClock(content), content))).toEqual(draw);
        expect(publish(draw, readFile({ ...draw, ...onClock(content) }))).toEqual(draw);
      }),
    );
  });

  it("negative control: a field that a file loses is noticed", () => {
    const withoutRules = ({ rules: _rules, ...content }: DraftContent) => content;
    const hasRules = arbitraryDefinition.filter(({ rules }) => rules !== "");
    fc.assert(
      fc.property(hasRules, (draw) => {
        expect(publish(draw, withoutRules(readFile(draw)))).not.toEqual(draw);
      }),
      { numRuns: 20 },
    );
  });
});

describe("in the database", () => {
  let test: TestContext;
  beforeAll(async () => {
    test = await openTestContext();
  });
  afterAll(() => test.close());

  const exported = async (drawId: string, source: "stored" | "draft") => {
    const result = await exportDraw(test.admin, drawId, source);
    if (!result.ok) throw new Error(result.reason);
    return result.definition as unknown as Draw;
  };

  it("set-up, export and import agree, and a file of it starts the same draw under another id", async () => {
    const samples = fc.sample(arbitraryDefinition, { numRuns: 8, seed: 38 });
    for (const [at, sample] of samples.entries()) {
      const id = `one-${at}`;
      const terminal = { ...sample.terminal, allowCash: false };
      // The instant of the end, written otherwise.
      const prizes = { "Grand Prize": [{ description: "Half", drawDate: "2027-11-20T15:00:00+01:00" }] };
      await importTestDraw(test.admin, { ...sample, id, urlSlug: id, terminal, prizes });
      const stored = await exported(id, "stored");
      expect(JSON.stringify(stored)).not.toMatch(/passcode|apiKeys/i);
      await createDraft(test.admin, { drawId: id });
      const { version, state, ...same } = stored;
      expect(await exported(id, "draft")).toMatchObject(JSON.parse(JSON.stringify(same)));
      expect(await importDraw(test.admin, stored)).toMatchObject({ ok: true, created: false });
      expect((await readDrawRecord(test.ctx.db, id))?.draw).toEqual(stored);
      const copy = { drawId: `${id}-copy`, parentId: stored.parentId, content: readFile(stored) };
      expect(await createDraft(test.admin, copy)).toEqual({ ok: true, drawId: copy.drawId });
      const draft = await exported(copy.drawId, "draft");
      const parsed = readImport(draft, false);
      const inUtc = (value: unknown) => mapContentDates(value, (date) => new Date(date).toISOString());
      expect(inUtc(parsed)).toMatchObject({ draw: inUtc(JSON.parse(JSON.stringify({ ...same, id: copy.drawId }))) });
    }
  });

  it("a draft that was started from a file is published as any other, with its findings", async () => {
    const [sample] = fc.sample(arbitraryDefinition, { numRuns: 1, seed: 7 });
    const content = {
      ...readFile(sample),
      startDate: "never",
      prizes: { "Grand Prize": [{ winnerName: "Marie Roy" }] },
    };
    await createDraft(test.admin, { drawId: "filed", parentId: "arena", content });
    const view = await viewDraft(test.admin, "filed");
    if (!view.ok) throw new Error(view.reason);
    expect(view.view.problems).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: "startDate" }),
        expect.objectContaining({ field: "prizes.Grand Prize.0.description" }),
      ]),
    );
    expect(JSON.stringify(view.view.content)).not.toContain("Marie");
    expect(await publishDraft(test.admin, "filed", { revision: 1 })).toMatchObject({ reason: "draft-incomplete" });
  });
});
