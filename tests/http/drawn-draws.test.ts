import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { adminCall, importDraw } from "@/tests/support/calls/buyer";
import { secondDraw } from "@/tests/support/core/several-pools";
import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();

const winner = {
  poolId: "main",
  prizeType: "Grand Prize",
  number: 23,
  name: "Odette L.",
  drawnAt: inHours(-1),
  soldOnPaper: true,
} as const;

const early = { ...winner, prizeType: "Early Bird", number: 7, name: "Emeka L.", drawnAt: inHours(-3) } as const;

const prizes = {
  "Grand Prize": [{ description: { en: "A red canoe", fr: "Un canot rouge" }, drawDate: inHours(-1) }],
  "Early Bird": [{ description: { en: "A paddle", fr: "Une pagaie" }, drawDate: inHours(-3) }],
};

const rules = "A prize must be claimed within six months.";
const ended = {
  type: "Prize raffle",
  startDate: inHours(-48),
  endDate: inHours(-2),
  prizes,
  rules,
  useRNG: true,
} as const;

let server: Server;

beforeAll(async () => {
  server = await startServer();
  await importDraw(server, drawWith({ ...ended, id: "drawn", winners: [winner, early] }));
  const later = { ...prizes, "Grand Prize": [{ ...prizes["Grand Prize"][0], drawDate: inHours(1) }] };
  await importDraw(
    server,
    drawWith({ ...ended, prizes: later, id: "announced", winners: [winner] } as Partial<DrawInput>),
  );
  const puck = secondDraw("puck", { title: "The Puck Draw", cutOffDate: inHours(-2), drawDate: inHours(-1) });
  const ofPuck = { ...winner, poolId: "puck", number: 47 };
  const several = { ...ended, secondDraws: [puck] } as Partial<DrawInput>;
  await importDraw(server, drawWith({ ...several, id: "both-drawn", winners: [winner, ofPuck] }));
  await importDraw(server, drawWith({ ...several, id: "half-drawn", winners: [winner] }));
  const halved = { ...ended, type: "5050 Cash", jackpotTotal: 1000 } as const;
  await importDraw(server, drawWith({ ...halved, id: "halved", winners: [winner] }));
  await importDraw(server, drawWith({ id: "open", description: "A roof." }));
  await importDraw(server, drawWith({ id: "upcoming", startDate: inHours(5), endDate: inHours(9) }));
  await importDraw(server, drawWith({ id: "ahead", dates: [inHours(-48), inHours(-1), inHours(9)] }));
});

afterAll(() => server.stop());

const htmlOf = async (path: string) => (await fetch(`${server.url}${path}`)).text();

/** Visible texts of the body, separated. */
async function wordsOf(path: string): Promise<string> {
  const html = await htmlOf(path);
  const body = html.slice(html.indexOf("<main"), html.indexOf("</main>")).replaceAll("<!-- -->", "");
  return body.replace(/<script.*?<\/script>/gs, "").replace(/<[^>]+>/g, "\n");
}

const countOf = (text: string, words: string) => text.split(words).length - 1;

const words = {
  en: {
    prizes: ["A red canoe", "A paddle"],
    congratulations: "Congratulations to Odette L.",
    past: ["Drawn on", "Sales opened", "Sales closed", "was picked by"],
    ahead: ["Draw on", "Sales open\n", "Sales close\n", "is picked by"],
    closed: "Sales have closed",
    over: "This draw is over",
    countdown: "Draw in",
    done: "(done)",
    heading: "Key dates",
    hint: "Your ticket numbers are on your receipt.",
    claim: "Is one of these yours?",
    proof: ["How it was drawn", "random number generator", "RAF0000000", "How and when to claim"],
    happened: ["Sales opened", "Early bird 1", "Sales closed", "The draw"],
    number: "Winning number",
    half: "Half to one winner",
    halves: ["$500 to Odette L.", "$500 raised for"],
    halfOf: "$500 · half of the $1,000 pot",
  },
  fr: {
    prizes: ["Un canot rouge", "Une pagaie"],
    congratulations: "Félicitations à Odette L.",
    past: ["Tirage effectué le", "a été choisi par"],
    ahead: ["Tirage le", "est choisi par"],
    closed: "Les ventes sont terminées",
    over: "Ce tirage est terminé",
    countdown: "Tirage dans",
    done: "(passé)",
    heading: "Dates importantes",
    hint: "Vos numéros figurent sur votre reçu.",
    claim: "est-il le vôtre?",
    proof: ["Déroulement du tirage", "nombres aléatoires", "RAF0000000", "dans quel délai"],
    happened: ["Début des ventes", "Tirage hâtif 1", "Ventes terminées", "Le tirage"],
    number: "Numéro gagnant",
    half: "La moitié pour la personne gagnante",
    halves: ["500\u00a0$ pour Odette L.", "500\u00a0$ amassés pour"],
    halfOf: "500\u00a0$ · la moitié de la cagnotte de 1\u00a0000\u00a0$",
  },
} as const;

describe.each(["en", "fr"] as const)("the page of a draw that sells no more, in %s", (language) => {
  const prefix = language === "fr" ? "/fr" : "";
  const {
    prizes: won,
    congratulations,
    past,
    ahead,
    closed,
    over,
    countdown,
    done,
    heading,
    hint,
    claim,
    proof,
    happened,
    number,
    half,
    halves,
    halfOf,
  } = words[language];

  it("names each winner's prize with the winner, and once more at its date, without whose it is", async () => {
    const text = await wordsOf(`${prefix}/drawn`);
    const winners = text.slice(text.indexOf("Odette L."), text.indexOf(heading));
    const dates = text.slice(text.indexOf(heading));
    for (const prize of won) expect([countOf(winners, prize) > 0, countOf(dates, prize)]).toEqual([true, 1]);
    // Only the draw's ticket shows the main winner.
    expect([countOf(text, "Emeka L."), countOf(text, "Odette L.")]).toEqual([1, 1]);
  });

  it("tells beside the winners how they were drawn, and how a prize is claimed", async () => {
    const text = await wordsOf(`${prefix}/drawn`);
    const results = text.slice(text.indexOf("Odette L."), text.indexOf(heading));
    for (const some of proof) expect(results).toContain(some);
  });

  it("has the early birds and the close of sales among its dates", async () => {
    const text = await wordsOf(`${prefix}/drawn`);
    const dates = text.slice(text.indexOf(heading));
    for (const some of happened) expect(dates).toContain(some);
  });

  it("says when an early bird was drawn, beside its winner", async () => {
    const text = await wordsOf(`${prefix}/drawn`);
    const winner = text.slice(text.indexOf("Emeka L."), text.indexOf(claim));
    expect(winner).toContain(formatInstant(early.drawnAt, language, "America/Toronto", "day"));
  });

  it("asks for a number above the winners, then says how a prize is claimed, before how they were drawn", async () => {
    const text = await wordsOf(`${prefix}/drawn`);
    const places = ["Odette L.", hint, "Emeka L.", claim, proof[0]].map((some) => text.indexOf(some));
    expect(places).toEqual(places.toSorted((left, right) => left - right));
    expect(places[0]).toBeGreaterThan(-1);
    expect(new Set(places).size).toBe(places.length);
  });

  it("has the winning number, large, on its ticket, with who won what", async () => {
    const text = await wordsOf(`${prefix}/drawn`);
    const ticket = text.slice(0, text.indexOf(past[0])).split("\n").join(" ");
    expect(ticket).toMatch(new RegExp(`${number}\\s+23\\s+${congratulations}\\s+${won[0]}`));
  });

  it("says in one line what was won of a pot, and what it is half of", async () => {
    const text = await wordsOf(`${prefix}/halved`);
    expect(text.split("\n").join("")).toContain(halfOf);
  });

  it("says whom both halves of its pot went to, and of an open draw whom they go to", async () => {
    const text = await wordsOf(`${prefix}/halved`);
    for (const half of halves) expect(text).toContain(half);
    expect(await wordsOf(`${prefix}/open`)).toContain(half);
    expect(await wordsOf(`${prefix}/drawn`)).not.toContain(half);
  });

  it("speaks of what is past as past, and leaves it to the winners to say that it is over", async () => {
    const text = await wordsOf(`${prefix}/drawn`);
    expect(past.filter((some) => !text.includes(some))).toEqual([]);
    expect(ahead.filter((some) => text.includes(some))).toEqual([]);
    expect([countOf(text, closed), countOf(text, over)]).toEqual([0, 0]);
    expect(await htmlOf(`${prefix}/drawn`)).toMatch(/<section[^>]*aria-labelledby="winners"[^>]*id="sale-notice"/);
  });

  it("ticks the draw off once its winner is known, be it before its time", async () => {
    const text = await wordsOf(`${prefix}/announced`);
    expect(countOf(text, done)).toBe(4);
  });

  it("leads to an open draw", async () => {
    const html = await htmlOf(`${prefix}/drawn`);
    expect(html).toContain('href="#featured-draws"');
    expect(html).toContain(`href="${prefix}/open"`);
  });

  it("says once that sales have closed while the draw is ahead, and counts down to it", async () => {
    const text = await wordsOf(`${prefix}/ahead`);
    expect(countOf(text, closed)).toBe(1);
    expect(text).toContain(countdown);
  });
});

it("tells when sales were closed by hand, before the draw that is listed already", async () => {
  const draw = drawWith({ id: "closed", endDate: inHours(0.04), dates: [] });
  await importDraw(server, draw);
  await adminCall(server, "POST", "/api/admin/draws/closed/close");
  await importDraw(server, { ...draw, winners: [{ ...winner, drawnAt: new Date().toISOString() }] });
  const text = await wordsOf("/closed");
  const places = ["Sales opened", "Sales closed", "The draw"].map((some) => text.lastIndexOf(some));
  expect(places).toEqual(places.toSorted((left, right) => left - right));
  expect(Math.min(...places)).toBeGreaterThan(-1);
});

it.each([
  ["", "upcoming"],
  ["/fr", "upcoming"],
  ["", "ahead"],
])(
  "offers the calendar file for a draw that is ahead and sells nothing, and for no other: %s/%s",
  async (prefix, id) => {
    const link = (draw: string) => `href="${prefix}/${draw}/draw.ics"`;
    expect(await htmlOf(`${prefix}/${id}`)).toContain(link(id));
    for (const past of ["drawn", "announced"]) expect(await htmlOf(`${prefix}/${past}`)).not.toContain(link(past));
  },
);

it("keeps the calendar file as it is until the draw changes", async () => {
  const path = `${server.url}/upcoming/draw.ics`;
  const tag = (await fetch(path)).headers.get("etag") ?? "";
  // The page's times are in seconds, so a new rendering would differ.
  await wait(1100);
  expect((await fetch(path, { headers: { "if-none-match": tag } })).status).toBe(304);
  await importDraw(server, drawWith({ id: "upcoming", startDate: inHours(6), endDate: inHours(9) }));
  expect((await fetch(path, { headers: { "if-none-match": tag } })).status).toBe(200);
});

describe("the check of a number", () => {
  const answerIn = (text: string) => text.slice(text.indexOf("Check your number"), text.indexOf("wasn’t drawn"));

  it("says that a number won where there is one pool", async () => {
    expect(answerIn(await wordsOf("/drawn"))).toContain("Number 23 won!");
  });

  it("promises no win where each of several pools has that number, and says in which it was drawn", async () => {
    const answer = answerIn(await wordsOf("/both-drawn"));
    expect(answer).not.toContain("won!");
    expect(answer).toMatch(/Number 23 was drawn\s+Arena 50\/50, Grand prize: A red canoe/);
    expect(answer).toMatch(/Number 47 was drawn\s+The Puck Draw, Grand prize/);
    expect(answer).toContain("Check your receipt to make sure yours is for this draw.");
  });

  it("waits until the last pool is drawn", async () => {
    expect(await wordsOf("/half-drawn")).not.toContain("Check your number");
  });
});
