import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getOnce } from "@/lib/draws/rules";
import { toPublicDraw } from "@/lib/draws/rules.projection";
import type { Draw } from "@/lib/draws/schema";
import { minuteMs } from "@/lib/durations";
import { readInstance } from "@/lib/feed/rules.instance";
import type { FieldProblem } from "@/lib/platform/http/reasons";
import { drawAt } from "@/tests/support/core/test-context";
import { readImport } from "./read-import";
import { findLockedChanges, toCanonicalText, withUtcDates } from "./rules.changes";
import { findCutOffProblems } from "./rules.cut-offs";

const [opens, cutOff, early, closes] = [
  "2026-11-21T12:00:00.000Z",
  "2026-11-22T10:00:00.000Z",
  "2026-11-22T12:00:00.000Z",
  "2026-11-25T12:00:00.000Z",
] as const;

function imported(overrides: Record<string, unknown> = {}): Draw {
  const dates = { startDate: opens, endDate: closes, dates: [] };
  const parsed = readImport(drawAt(new Date(opens), { ...dates, ...overrides }), false);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  return parsed.draw;
}

const bird = (dates: Record<string, unknown>) => ({ description: "A pie", ...dates });
const withBirds = (...birds: object[]) => imported({ prizes: { "Early Bird": birds } });
const second = {
  id: "second",
  type: "Prize raffle",
  title: "Second",
  ticketPackageInfo: [{ id: "one", tickets: 1, price: 5 }],
};
const withSecond = (fields: object) => imported({ secondDraws: [{ ...second, ...fields }] });
const told = (problems: FieldProblem[]) => problems.map(({ field, problem }) => `${field} ${problem}`);

describe("a cut-off is refused", () => {
  const problemOf = (prizes: object, extra: object = {}) => {
    const draw = { ...imported(), ...extra, prizes } as Draw;
    return told(findCutOffProblems(draw));
  };

  it.each([
    ["after its drawing", { cutOffDate: early, drawDate: cutOff }],
    ["as sales begin", { cutOffDate: opens, drawDate: early }],
    ["after sales", { cutOffDate: "2026-11-25T12:00:00.001Z" }],
  ])("%s", (_when, dates) => {
    expect(problemOf({ "Early Bird": [bird({}), bird(dates)] })).toEqual([
      "prizes.Early Bird.1.cutOffDate out-of-order",
    ]);
  });

  it("of a prize that is no early bird's", () => {
    expect(problemOf({ "Grand Prize": [bird({ cutOffDate: cutOff })] })).toEqual([
      "prizes.Grand Prize.0.cutOffDate contradictory",
    ]);
  });

  it("after sales of its second draw, and by an import", () => {
    const prizes = { "Early Bird": [bird({ cutOffDate: early })] };
    const body = drawAt(new Date(opens), { secondDraws: [{ ...second, cutOffDate: cutOff, prizes }] });
    expect(readImport({ ...body, startDate: opens, endDate: closes }, false)).toEqual({
      ok: false,
      reason: "invalid-input",
      fields: [{ field: "secondDraws.0.prizes.Early Bird.0.cutOffDate", problem: "out-of-order" }],
    });
  });

  it("nowhere else: at the drawing, at the end of sales, and without a date of drawing", () => {
    const dates = [{ cutOffDate: early, drawDate: early }, { cutOffDate: closes }, { drawDate: early }, {}];
    expect(problemOf({ "Early Bird": dates.map(bird) })).toEqual([]);
  });
});

describe("after the first sale", () => {
  const place = "prizes.Early Bird.0.cutOffDate locked";

  it.each([
    ["may not move", { cutOffDate: cutOff }, { cutOffDate: early }, [place]],
    ["may not be taken away", { cutOffDate: cutOff, drawDate: early }, { drawDate: early }, [place]],
    ["may not be added at another moment", { drawDate: early }, { cutOffDate: cutOff, drawDate: early }, [place]],
    ["may be written down as it is", { drawDate: early }, { cutOffDate: early, drawDate: early }, []],
    [
      "stays while its drawing moves",
      { cutOffDate: cutOff, drawDate: early },
      { cutOffDate: cutOff, drawDate: closes },
      [],
    ],
    ["follows its drawing where it has no other", { drawDate: early }, { drawDate: cutOff }, []],
  ])("a cut-off %s", (_rule, before, after, problems) => {
    expect(told(findLockedChanges(withBirds(bird(before)), withBirds(bird(after))))).toEqual(problems);
  });

  it("an early bird with a cut-off stays, and another may be added", () => {
    const own = bird({ cutOffDate: cutOff });
    expect(told(findLockedChanges(withBirds(own), withBirds()))).toEqual([place]);
    expect(findLockedChanges(withBirds(own), withBirds(own, bird({ cutOffDate: early })))).toEqual([]);
  });

  it("a second draw's cut-offs stay too, and its terms may change", () => {
    const prizesOf = (cutOffDate: string) => ({ prizes: { "Early Bird": [bird({ cutOffDate })] } });
    expect(told(findLockedChanges(withSecond(prizesOf(cutOff)), withSecond(prizesOf(early))))).toEqual([
      `secondDraws.0.${place}`,
    ]);
    const terms = { redrawTerms: "Again.", claimTerms: { days: 30 } };
    expect(findLockedChanges(withSecond({}), withSecond(terms))).toEqual([]);
    expect(findLockedChanges(imported(), imported(terms))).toEqual([]);
  });

  it("what may win once stays, and a definition without it says what its default does", () => {
    expect(told(findLockedChanges(imported(), imported({ once: "none" })))).toEqual(["once locked"]);
    expect(told(findLockedChanges(withSecond({}), withSecond({ once: "number" })))).toEqual(["secondDraws locked"]);
    expect(findLockedChanges(imported(), imported({ once: "order" }))).toEqual([]);
    expect(findLockedChanges(withSecond({ once: "order" }), withSecond({}))).toEqual([]);
  });
});

describe("the fields of a drawing", () => {
  const text = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.record({ en: fc.string({ maxLength: 40 }), fr: fc.string({ maxLength: 40 }) }, { requiredKeys: ["en"] }),
  );
  const fields = fc.record(
    {
      once: fc.constantFrom("order", "number", "none"),
      redrawTerms: text,
      claimTerms: fc.record({ days: fc.integer({ min: 1, max: 3660 }), text }, { requiredKeys: [] }),
      prizes: fc.record({
        "Early Bird": fc.array(
          fc
            .record({ cutOffMinutes: fc.integer({ min: 1, max: 1560 }), hasDate: fc.boolean() })
            .map(({ cutOffMinutes, hasDate }) =>
              bird({
                cutOffDate: new Date(Date.parse(opens) + cutOffMinutes * minuteMs).toISOString(),
                ...(hasDate ? { drawDate: "2026-11-22T14:00:00.000Z" } : {}),
              }),
            ),
          { maxLength: 3 },
        ),
      }),
    },
    { requiredKeys: [] },
  );

  it("are the same after an import, an answer of ours and another import of that", () => {
    fc.assert(
      fc.property(fields, fields, (main, other) => {
        const draw = imported({ ...main, secondDraws: [{ ...second, ...other }] });
        const shown = toPublicDraw(snapshotOf(draw), { pools: new Map(), teams: [] }, new Date(opens));
        const { instance, ignored } = readInstance(JSON.parse(JSON.stringify(shown)), draw.id);
        const again = readImport(instance, true);
        if (!again.ok) throw new Error(JSON.stringify(again));
        expect(ignored).toEqual([]);
        const kept = Object.keys(shown).filter((field) => field in draw && field !== "state") as (keyof Draw)[];
        for (const field of kept) expect(again.draw[field]).toEqual(draw[field]);
        expect(kept).toEqual(expect.arrayContaining(["prizes", "secondDraws", ...Object.keys(main)]));
        expect(findLockedChanges(draw, again.draw)).toEqual([]);
        expect(toCanonicalText(withUtcDates(draw).prizes)).toBe(toCanonicalText(draw.prizes));
      }),
    );
  });

  it("aren't added to a definition without them, so that the release before takes it", () => {
    const { secondDraws, ...draw } = withSecond({});
    for (const pool of [draw, ...secondDraws]) {
      expect(pool).not.toHaveProperty("once");
      expect(getOnce(pool)).toBe("order");
    }
  });
});

function snapshotOf(draw: Draw) {
  const mainPool = {
    poolId: "main",
    maxTickets: null,
    sold: 0,
    voided: 0,
    reserved: 0,
    jackpotBaseCents: 0,
    salesCents: 0,
    reservedCents: 0,
    maxJackpotCents: null,
    cutOffAt: null,
  };
  return { draw, closedAt: null, mainPool, pools: new Map() };
}
