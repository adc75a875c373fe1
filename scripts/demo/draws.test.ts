import { existsSync, readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findDateContradictions, findInconsistencies } from "@/lib/draws/import/rules.consistency";
import { listMoments } from "@/lib/draws/prizes/rules.moments";
import { getSchedule } from "@/lib/draws/rules";
import { drawSchema } from "@/lib/draws/schema";
import { priceBasket } from "@/lib/orders/reserve/rules";
import { placeOrderSchema } from "@/lib/orders/schema";
import { demoAccount } from "@/sandbox/accounts";

import { dateAt } from "./dates";
import { currentDraws, demoDraws, demoWinners } from "./draws";
import { demoPurchases, listSales } from "./purchases";

const now = new Date("2026-11-20T15:00:00Z");
const draws = demoDraws(now).map((draw) => drawSchema.parse(draw));

const untranslated = new Set([
  "id",
  "parentId",
  "urlSlug",
  "name",
  "license",
  "licensePDF",
  "type",
  "timeZone",
  "province",
]);
const texts = [
  "title",
  "organization",
  "description",
  "rules",
  "drawLocation",
  "question",
  "answer",
  "label",
  "story",
  "redrawTerms",
  "text",
];

function findUntranslated(value: unknown, path: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const isText = texts.includes(key) && !untranslated.has(key);
    if (isText && part && (typeof part === "string" || !part.en || !part.fr)) return [`${path}.${key}`];
    return findUntranslated(part, `${path}.${key}`);
  });
}

function countTickets(drawId: string): number {
  const draw = draws.find(({ id }) => id === drawId);
  const lines = (demoPurchases[drawId] ?? []).flatMap(({ lines: own, bundles = [] }) => {
    const priced = draw && priceBasket(draw, { lines: own, bundles }, now);
    if (!priced?.ok) throw new Error(`A basket of ${drawId} is refused: ${JSON.stringify(priced)}`);
    return priced.lines;
  });
  return lines.reduce((sum, line) => sum + (line.poolId === "main" ? line.tickets : 0), 0);
}

function findHolder(drawId: string, number: number): string | undefined {
  const draw = draws.find(({ id }) => id === drawId);
  let sold = 0;
  const holder = (demoPurchases[drawId] ?? []).find(({ lines }) => {
    const priced = draw && priceBasket(draw, { lines, bundles: [] }, now);
    for (const line of priced?.ok ? priced.lines : []) sold += line.tickets;
    return sold >= number;
  });
  const [first = "", last = ""] = holder?.buyer.name.split(" ") ?? [];
  return holder && `${first} ${last.slice(0, 1)}.`;
}

describe("demo draws", () => {
  it.each(draws)("$id is consistent and has both languages", (draw) => {
    expect(findInconsistencies(draw)).toEqual([]);
    expect(findUntranslated(draw, draw.id)).toEqual([]);
  });

  it("are the files of their folder, and pay into the sandbox's account", () => {
    expect(draws.map(({ id }) => `${id}.jsonc`).sort()).toEqual(readdirSync("scripts/demo/draws").sort());
    const { merchantId, passcodes } = demoAccount;
    const { payments: passcode, reporting: reportingPasscode, profiles: profilePasscode } = passcodes;
    const bambora = { merchantId, passcode, reportingPasscode, profilePasscode };
    for (const { apiKeys } of draws) expect(apiKeys).toMatchObject({ bambora });
  });

  it("are open now, except for the one that opens in three days", () => {
    const upcoming = draws.filter((draw) => new Date(draw.startDate) > now).map(({ id }) => id);
    expect(upcoming).toEqual(["demo-upcoming"]);
    expect(draws.every((draw) => new Date(draw.endDate) > now)).toBe(true);
  });

  it.each(Object.entries(demoPurchases))("%s: every basket is a valid order", (instanceId, purchases) => {
    for (const purchase of purchases) {
      const attestations = { age: true, location: true, rules: true };
      expect(placeOrderSchema.safeParse({ ...purchase, instanceId, attestations }).error).toBeUndefined();
    }
    expect(countTickets(instanceId)).toBeGreaterThan(0);
  });

  it.each(Object.keys(demoPurchases))("%s: is sold from within three days on, while it is open, in order", (drawId) => {
    const draw = draws.find(({ id }) => id === drawId);
    const times = listSales(drawId).map(({ at }) => Date.parse(dateAt(at, "America/Toronto", now) ?? ""));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const earliest = Math.max(Date.parse(draw?.startDate ?? ""), now.getTime() - 80 * 3_600_000);
    expect(times.every((time) => time > earliest && time < now.getTime())).toBe(true);
  });

  it("sells out demo-soldout", () => {
    const maxTickets = draws.find(({ id }) => id === "demo-soldout")?.maxTickets;
    expect(countTickets("demo-soldout")).toBe(maxTickets);
  });

  it("names winners who hold the number", () => {
    for (const [id, { number, name }] of Object.entries(demoWinners)) {
      expect([id, number, findHolder(id, number)]).toEqual([id, number, name]);
    }
    // Early birds were drawn before the demo sold its tickets, so their numbers are paper tickets.
    const birds = draws.flatMap(({ id, winners: drawn }) => drawn.map((winner) => ({ id, ...winner })));
    expect(birds.map(({ id, soldOnPaper }) => [id, soldOnPaper])).toEqual([
      ["demo-drawn", true],
      ["demo-drawn", true],
    ]);
    for (const { id, number } of birds) expect(number).toBeGreaterThan(countTickets(id));
  });

  it.each(draws)("$id shows its beneficiary, with pictures that exist", ({ charity, bannerImage, teams }) => {
    expect(charity?.color).toEqual(expect.any(String));
    // Two lines fit on a phone; the rest would be cut off.
    const { en = "", fr = "" } = Object(charity?.story) as { en?: string; fr?: string };
    expect([en, fr].filter((story) => story.length === 0 || story.length > 70)).toEqual([]);
    const icons = teams.flatMap((group) => group.teams.flatMap(({ icon }) => icon ?? []));
    const pictures = [charity?.logo, bannerImage?.url, ...(bannerImage?.carousel_urls ?? []), ...icons];
    expect(pictures.filter((path) => !path || !existsSync(`public${path}`))).toEqual([]);
  });
});

const minuteMs = 60_000;
const range = { min: new Date("2026-01-01T00:00:00Z"), max: new Date("2039-12-31T23:59:59Z"), noInvalidDate: true };

const oddStarts = [
  ...["2026-11-01T05:31:00Z", "2026-11-01T06:31:00Z", "2027-03-14T06:40:00Z", "2026-12-31T23:59:59Z"],
  ...["2027-01-01T04:58:30Z", "2028-02-29T04:30:00Z", "2026-11-24T04:57:00Z", "2026-07-01T16:00:00Z"],
].map((at): [Date] => [new Date(at)]);

describe("demo draws started at any time", () => {
  const atAnyStart = (check: (now: Date, draws: Map<string, ReturnType<typeof drawSchema.parse>>) => void) =>
    fc.assert(
      fc.property(fc.date(range), (now) => {
        check(
          now,
          new Map(
            demoDraws(now)
              .map((draw) => drawSchema.parse(draw))
              .map((draw) => [draw.id, draw]),
          ),
        );
      }),
      { numRuns: 40, examples: oddStarts },
    );

  it("are consistent, and open except for the one that opens in three days", () => {
    atAnyStart((now, all) => {
      for (const draw of all.values()) {
        const { opensAt, closesAt } = getSchedule(draw);
        const isOpen = opensAt < now && now < closesAt;
        const problems = [...findInconsistencies(draw), ...findDateContradictions(draw, null)];
        expect([draw.id, isOpen, problems]).toEqual([draw.id, draw.id !== "demo-upcoming", []]);
      }
    });
  });

  it("have one that closes within the hour and is drawn soon after, and one that is drawn in minutes", () => {
    atAnyStart((now, all) => {
      const [closing, drawn] = ["demo-closing", "demo-drawn"].map((id) => all.get(id));
      if (!closing || !drawn) throw new Error("A demo draw is missing.");
      const minutesTo = (at: Date) => (at.getTime() - now.getTime()) / minuteMs;
      const { closesAt, drawsAt } = getSchedule(closing);
      expect(minutesTo(closesAt)).toBeGreaterThanOrEqual(35);
      expect(minutesTo(closesAt)).toBeLessThan(40);
      expect(minutesTo(drawsAt) - minutesTo(closesAt)).toBe(20);
      const { closesAt: last, drawsAt: end } = getSchedule(drawn);
      expect([minutesTo(last) >= 2, minutesTo(last) < 3, minutesTo(end) - minutesTo(last)]).toEqual([true, true, 1]);
      const drawnAt = drawn.winners.map((winner) => new Date(winner.drawnAt));
      const [first = end, second = end] = drawnAt;
      const { opensAt } = getSchedule(drawn);
      expect([opensAt < first, first < second, second < now]).toEqual([true, true, true]);
      const prizes = drawn.prizes["Early Bird"] ?? [];
      expect(prizes.map(({ drawDate }) => drawDate && new Date(drawDate))).toEqual([first, second]);
    });
  });

  it.each(["demo-drawn", "demo-closed"] as const)("tell when %s was closed by hand, before it was drawn", (id) => {
    atAnyStart((now, all) => {
      const draw = all.get(id);
      if (!draw) throw new Error("The demo draw is missing.");
      const closedAt = new Date(now.getTime() + minuteMs);
      const state = { ...draw.state, time_state: "Ended" as const };
      const winners = [{ ...demoWinners[id], drawnAt: closedAt.toISOString() }];
      const closed = { ...draw, winners, state, closedAt: closedAt.toISOString(), secondDraws: [] };
      for (const minutes of [2, 60]) {
        const moments = listMoments(closed, new Date(now.getTime() + minutes * minuteMs));
        const [closing, drawing] = moments.slice(-2);
        expect([closing, drawing]).toMatchObject([{ kind: "closes", at: closedAt }, { kind: "draw" }]);
        expect(moments.every(({ isPast }) => isPast)).toBe(true);
      }
    });
  });
});

describe("a later start of the demo", () => {
  const idsAt = (known: [string, boolean][]) => currentDraws(now, new Map(known)).map(({ id }) => id);

  it("has another draw about to close once the last one is over, with the same buyers", () => {
    expect(idsAt([])).toEqual(demoDraws(now).map(({ id }) => id));
    expect(idsAt([["demo-closing", true]])).toContain("demo-closing");
    const third = idsAt([
      ["demo-closing", false],
      ["demo-closing-2", false],
      ["demo-closed", false],
    ]);
    expect(third.filter((id) => id.startsWith("demo-clos"))).toEqual(["demo-closing-3", "demo-closed"]);
    expect(listSales("demo-closing-3").map(({ purchase }) => purchase)).toEqual(demoPurchases["demo-closing"]);
  });
});
