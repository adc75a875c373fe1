import { describe, expect, it } from "vitest";
import { copyWinnersToPrizes } from "@/lib/draws/prizes/rules.prize-fields";
import type { PoolCounters } from "@/lib/draws/rules";
import { mainPoolId } from "@/lib/draws/rules";
import { toPublicDraw } from "@/lib/draws/rules.projection";
import type { Draw } from "@/lib/draws/schema";
import { drawSchema } from "@/lib/draws/schema";
import { demoDraws } from "@/scripts/demo/draws";
import { fullDraw } from "@/tests/support/calls/route-bodies";
import { completeInstance, findSeparableFields, readInstance, withStoredFields } from "./rules.instance";

const now = new Date("2026-11-20T18:00:00Z");

function stored(input: unknown): Draw {
  const { apiKeys, numTicketsFinal, numTicketsReserved, lastPurchaseHistory, metrics, isProcessing, ...draw } =
    drawSchema.parse(input);
  return JSON.parse(JSON.stringify(draw));
}

function toAnswer(draw: Draw): Record<string, unknown> {
  const counters: PoolCounters = {
    poolId: mainPoolId,
    maxTickets: draw.maxTickets,
    sold: 12,
    voided: 1,
    reserved: 3,
    jackpotBaseCents: 0,
    salesCents: 4000,
    reservedCents: 500,
    maxJackpotCents: null,
    cutOffAt: null,
  };
  const facts = { draw, closedAt: now, mainPool: counters, pools: new Map([[mainPoolId, counters]]) };
  return JSON.parse(JSON.stringify(toPublicDraw(facts, { pools: new Map(), teams: [] }, now)));
}

const { additionalOptions, ...rest } = fullDraw("storedDraw") as Record<string, unknown> & {
  additionalOptions: object;
};
const storedDraw = stored({
  ...rest,
  additionalOptions: { ...additionalOptions, faq: [{ question: "Who?", answer: "You." }] },
  stripe: { feePercent: 3 },
  userIDs: ["user-1"],
  ticketPrinter: { name: "Booth", address: "10.0.0.9" },
});
const disabled = { ...storedDraw.secondDraws[0], id: "hidden", settings: { enabled: false } };
const raffle = stored({ ...storedDraw, id: "whole-raffle", secondDraws: [disabled, ...storedDraw.secondDraws] });
const draws = [...demoDraws(now).map(stored), storedDraw, raffle].map((draw) => [draw.id, draw] as const);

function publicPart(draw: Draw) {
  const { time_state: _state, ...state } = draw.state;
  const secondDraws = draw.secondDraws.filter(({ settings }) => settings.enabled);
  return {
    ...toAnswer(draw),
    state,
    secondDraws: secondDraws.map(({ ticketPrinter: _printer, ...second }) => second),
  };
}

describe("our own answer", () => {
  it.each(draws)("is the same draw in another installation: %s", (id, draw) => {
    const { instance, ignored } = readInstance(toAnswer(draw), id);
    expect(ignored).toEqual([]);
    expect(publicPart(stored(completeInstance(instance, null)))).toEqual(publicPart(draw));
  });

  it.each(draws)("changes nothing where the draw is stored, not even what it doesn't tell: %s", (id, draw) => {
    const completed = stored(completeInstance(readInstance(toAnswer(draw), id).instance, draw));
    const same = { ...completed, state: { ...completed.state, time_state: draw.state.time_state } };
    // An answer repeats winners in the prizes, and the import merges both.
    expect(copyWinnersToPrizes(same)).toEqual(
      copyWinnersToPrizes({ ...draw, locale: { useLocal: draw.locale.useLocal, lang: draw.locale.lang } }),
    );
  });

  it("is the same definition whatever was sold, held or closed since", () => {
    const first = readInstance({ ...toAnswer(storedDraw), isHot: true, reason: "sold-out" }, storedDraw.id).instance;
    expect(Object.keys(first as object)).not.toContain("reason");
    expect(Object.keys(first as object)).not.toContain("closedAt");
  });
});

describe("an instance", () => {
  const read = (fields: object) => readInstance({ title: "Gala", ...fields }, "gala");

  it("has the id of the address that it was asked at, unless it tells one", () => {
    expect(read({}).instance).toEqual({ id: "gala", title: "Gala" });
    expect(read({ id: null }).instance).toMatchObject({ id: "gala" });
    expect(read({ id: "other" }).instance).toMatchObject({ id: "other" });
  });

  it("loses what no draw has, each name once, at any depth", () => {
    const teams = [1, 2].map((at) => ({ id: `g${at}`, title: "T", teams: [{ id: "a", name: "A", logoUrl: "x" }] }));
    const prizes = { "Grand Prize": [{ description: "A boat", sponsor: "Harbour" }] };
    const { instance, ignored } = read({
      campaignManager: 7,
      teams,
      prizes,
      bannerImage: { url: "/a.png", widths: [] },
    });
    expect(ignored.map(({ field }) => field)).toEqual([
      "campaignManager",
      "teams.*.teams.*.logoUrl",
      "prizes.Grand Prize.*.sponsor",
      "bannerImage.widths",
    ]);
    expect(instance).toEqual({
      id: "gala",
      title: "Gala",
      teams: teams.map(({ teams: [team], ...group }) => ({ ...group, teams: [{ id: team?.id, name: team?.name }] })),
      prizes: { "Grand Prize": [{ description: "A boat" }] },
      bannerImage: { url: "/a.png" },
    });
  });

  it.each([
    "maxTicket",
    "maxTickts",
    "MaxTickets",
    "max_tickets",
    "max-ticket-payout",
    "ticket_price_info",
    "endDat",
    "wnners",
  ])("keeps %s for the import to refuse: it is a mistake", (name) => {
    expect(read({ [name]: 1 })).toMatchObject({ instance: { [name]: 1 }, ignored: [] });
    expect(drawSchema.safeParse(read({ [name]: 1 }).instance).error?.issues).toContainEqual(
      expect.objectContaining({ code: "unrecognized_keys", keys: [name] }),
    );
  });

  it("keeps what every object has, and whatever stands among credentials", () => {
    const body = JSON.parse(
      '{"__proto__": {"isTestDraw": true}, "constructor": 1, "apiKeys": {"bambora": {"note": 1}}}',
    );
    const { instance, ignored } = readInstance(body, "gala");
    expect(ignored).toEqual([]);
    const issues = drawSchema.safeParse(instance).error?.issues ?? [];
    expect(issues).toContainEqual(expect.objectContaining({ keys: ["__proto__", "constructor"] }));
    expect(issues).toContainEqual(expect.objectContaining({ path: ["apiKeys", "bambora"], keys: ["note"] }));
    expect((instance as { isTestDraw?: boolean }).isTestDraw).toBeUndefined();
  });

  it("with a hundred fields that no draw has is sent so, and one with more is no draw", () => {
    const named = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_none, index) => [`unheardOfFieldNumber${index}`, index]));
    expect(Object.keys(read(named(100)).instance as object)).toEqual(["title", "id"]);
    const flood = read(named(5000));
    expect(flood.ignored.length).toBe(100);
    expect(drawSchema.safeParse(flood.instance).error?.issues).toContainEqual(
      expect.objectContaining({ code: "unrecognized_keys", path: [] }),
    );
  });

  it("with null where a draw has none lacks that field; null that a draw may have is a value", () => {
    expect(read({ bannerImage: null, charity: { logo: null }, maxTickets: null, licensePDF: null }).instance).toEqual({
      id: "gala",
      title: "Gala",
      charity: {},
      maxTickets: null,
      licensePDF: null,
    });
  });

  it.each([[null], [[]], ["text"], [7]])("that is %j stays what it is", (body) => {
    expect(readInstance(body, "gala")).toEqual({ instance: body, ignored: [] });
  });
});

describe("what an instance lacks", () => {
  it("stays as it is stored, also inside of what it has", () => {
    const sent = { id: storedDraw.id, title: "Renamed", additionalOptions: { displayFAQ: true }, state: {} };
    const completed = stored(completeInstance(sent, storedDraw));
    expect(completed).toEqual({
      ...storedDraw,
      title: "Renamed",
      additionalOptions: { ...storedDraw.additionalOptions, displayFAQ: true },
      locale: { useLocal: false, lang: storedDraw.locale.lang },
    });
  });

  it("isn't the French of another text, nor a part of another list", () => {
    const before = {
      ...storedDraw,
      title: { en: "Old", fr: "Vieux" },
      enabledProvinces: ["ON" as const, "QC" as const],
    };
    const completed = completeInstance({ id: storedDraw.id, title: { en: "New" }, enabledProvinces: ["ON"] }, before);
    expect(completed).toMatchObject({ title: { en: "New" }, enabledProvinces: ["ON"] });
    expect((completed as { title: object }).title).not.toHaveProperty("fr");
  });

  it("is a second draw only while that one isn't shown", () => {
    const seconds = (sent: unknown) =>
      (completeInstance({ id: raffle.id, secondDraws: sent }, raffle) as Draw).secondDraws.map(({ id }) => id);
    const ids = raffle.secondDraws.map(({ id }) => id);
    expect(seconds(undefined)).toEqual(ids);
    expect(seconds(raffle.secondDraws.slice(1))).toEqual(ids);
    expect(seconds([])).toEqual(["hidden"]);
  });
});

describe("a refusal", () => {
  const refusal = (...fields: string[]) => ({
    ok: false as const,
    reason: "invalid-input" as const,
    fields: fields.map((field) => ({ field, problem: "malformed" as const })),
  });

  it("of winners alone is of winners alone", () => {
    expect(findSeparableFields(refusal("winners.0.number", "winners.3.poolId"))).toEqual(["winners"]);
    expect(findSeparableFields(refusal("winners.0.number", "maxTickets"))).toEqual([]);
    expect(findSeparableFields({ ok: false, reason: "draw-not-found" })).toEqual([]);
  });

  it("leaves the winners that are stored, or none", () => {
    const winners = [{ poolId: "main", prizeType: "Grand Prize" as const, number: 3, drawnAt: now.toISOString() }];
    expect(withStoredFields({ winners: 1 }, ["winners"], { ...storedDraw, winners })).toEqual({ winners });
    expect(withStoredFields({ winners: 1 }, ["winners"], null)).toEqual({ winners: undefined });
  });
});
