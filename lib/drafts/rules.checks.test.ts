import { describe, expect, it } from "vitest";
import type { Draw } from "@/lib/draws/schema";
import { drawSchema } from "@/lib/draws/schema";
import type { CheckFacts } from "./rules.checks";
import { listDraftChecks } from "./rules.checks";

const facts: CheckFacts = {
  now: new Date("2026-11-20T18:00:00Z"),
  mode: "live",
  hasIpSource: true,
  hasCredentials: true,
  opensSales: true,
  problems: [],
};

const define = (changes: Record<string, unknown> = {}): Draw =>
  drawSchema.parse({
    id: "gala",
    parentId: "arena",
    title: { en: "Gala", fr: "Gala" },
    urlSlug: "gala",
    organization: "Arena Foundation",
    supportEmail: "help@arena.test",
    province: "ON",
    license: "RAF1",
    rules: { en: "Rules.", fr: "Règlement." },
    startDate: "2026-11-21T09:00:00-05:00",
    endDate: "2026-12-05T21:00:00-05:00",
    prizes: { "Grand Prize": [{ description: { en: "Half", fr: "Moitié" }, drawDate: "2026-12-06T12:00:00-05:00" }] },
    ticketPriceInfo: [{ id: "one", tickets: 1, price: 10 }],
    maxTickets: 5000,
    ...changes,
  }) as Draw;

const check = (changes: Record<string, unknown> = {}, otherFacts: Partial<CheckFacts> = {}) =>
  listDraftChecks(define(changes), { ...facts, ...otherFacts }).map(
    ({ id, level, field }) => `${level} ${id} ${field}`,
  );

describe("the check list", () => {
  it("is empty for a draw that lacks nothing", () => {
    expect(check()).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["example texts", { title: "Our first draw" }, "blocks example-text title"],
    ["an example's address", { supportEmail: "help@charity.example" }, "blocks example-text supportEmail"],
    ["no licence", { license: "" }, "blocks licence-missing license"],
    ["no rules", { rules: "" }, "blocks rules-missing rules"],
    ["no organization", { organization: "" }, "blocks organization-missing organization"],
    [
      "an end in the past",
      { startDate: "2026-11-01T09:00:00Z", endDate: "2026-11-02T09:00:00Z" },
      "blocks closed-already endDate",
    ],
    ["a start in the past", { startDate: "2026-11-01T09:00:00Z" }, "warns opens-at-once startDate"],
    ["no limit of a 50/50", { maxTickets: null }, "warns capacity-missing maxTickets"],
    ["no limit of a raffle", { type: "Prize raffle", maxTickets: null }, "blocks capacity-missing maxTickets"],
    ["a raffle without a prize", { type: "Prize raffle", prizes: {} }, "blocks prize-missing prizes.Grand Prize"],
    [
      "no French where Québec buys",
      { enabledProvinces: ["QC", "ON"], rules: { en: "Rules." } },
      "blocks french-missing rules",
    ],
    ["a drawing in the sales", { endDate: "2026-12-07T12:00:00-05:00" }, "warns drawn-before-close endDate"],
    [
      "a drawing as sales close",
      {
        endDate: "2026-12-06T12:00:00-05:00",
        prizes: {
          "Grand Prize": [{ description: { en: "Half", fr: "Moitié" }, drawDate: "2026-12-06T12:00:00-05:00" }],
        },
      },
      "warns drawn-at-close endDate",
    ],
    ["a test in live mode", { isTestDraw: true }, "blocks test-draw isTestDraw"],
  ])("names %s", (_name, changes, finding) => {
    expect(check(changes)).toEqual([finding]);
  });

  it("blocks for an age that a regulator's text gives, and only warns of one that nobody confirmed", () => {
    expect(check({ minimumAge: 18, enabledProvinces: ["BC"] })).toEqual(["warns age-too-low minimumAge"]);
    expect(check({ minimumAge: 18, enabledProvinces: ["ON"] })).toEqual([]);
  });

  it("warns of a short pause before the drawing, where a province is said to ask for one", () => {
    const endDate = "2026-12-06T11:55:00-05:00";
    const prizes = {
      "Grand Prize": [{ description: { en: "Half", fr: "Moitié" }, drawDate: "2026-12-06T12:00:00-05:00" }],
    };
    expect(check({ province: "QC", endDate, prizes })).toEqual(["warns closes-late endDate"]);
    expect(check({ province: "ON", endDate, prizes })).toEqual([]);
  });

  it("blocks without credentials, and without a source of locations where they are checked", () => {
    expect(check({}, { hasCredentials: false, hasIpSource: false })).toEqual([
      "blocks ip-source-missing checkoutAccess.requireIPCheck",
      "blocks credentials-missing apiKeys",
    ]);
  });

  it("finds nothing of fields that can't be read, and counts their problems by step", () => {
    const problems = [
      { field: "prizes.Grand Prize.0.drawDate", problem: "malformed" },
      { field: "startDate", problem: "required" },
      { field: "endDate", problem: "required" },
    ] as const;
    const unfitFields = new Set(["prizes", "startDate", "endDate"]);
    const draw = define({ type: "Prize raffle", prizes: {}, license: "", startDate: "2026-01-01T00:00:00Z" });
    const checks = listDraftChecks(draw, { ...facts, problems }, unfitFields);
    expect(checks.map(({ id, step, values }) => [id, step, values?.count])).toEqual([
      ["incomplete", "dates", 2],
      ["incomplete", "prizes", 1],
      ["licence-missing", "basics", undefined],
    ]);
  });

  it("only warns of what a draw lacks that was approved before, and doesn't look at when it opened or closed", () => {
    const changed = { opensSales: false, hasCredentials: false };
    const past = { startDate: "2026-11-01T09:00:00Z", endDate: "2026-11-02T09:00:00Z" };
    expect(check({ license: "", rules: "", ...past }, changed)).toEqual([
      "warns rules-missing rules",
      "warns licence-missing license",
      "warns credentials-missing apiKeys",
    ]);
  });

  it("blocks changes that an import would refuse, or that need locations which can't be found", () => {
    const problems = [{ field: "maxTickets", problem: "locked" }] as const;
    expect(check({}, { opensSales: false, hasIpSource: false, problems })).toEqual([
      "blocks incomplete maxTickets",
      "blocks ip-source-missing checkoutAccess.requireIPCheck",
    ]);
  });
});
