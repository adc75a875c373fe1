// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TeamStandings } from "@/components/draws/page/team-standings";
import type { LiveState } from "@/lib/draws/rules.projection";
import en from "@/messages/en.json";
import fr from "@/messages/fr.json";
import { LatestPurchase } from "./latest-purchase";
import { Countdown, LivePrize, LiveStrip } from "./live-prize";
import { LiveProvider } from "./live-provider";

const builtAt = "2026-11-20T15:00:00.000Z";
const live: LiveState = {
  prize: 1234.5,
  pot: 2469,
  sold: 1,
  left: 9,
  pools: [],
  recent: [{ name: "Ana B.", city: "Kenora", tickets: 40, at: "2026-11-20T14:58:30.000Z" }],
  teams: [],
  serverTime: builtAt,
  salesOpen: true,
};
async function show(children: ReactNode, locale: "en" | "fr" = "en", initial: LiveState = live) {
  render(
    <LiveProvider drawId="demo" refreshMs={1000} initial={initial}>
      <NextIntlClientProvider locale={locale} messages={locale === "en" ? en : fr}>
        {children}
      </NextIntlClientProvider>
    </LiveProvider>,
  );
  await act(() => vi.dynamicImportSettled());
}

/** Serves `next`. The server's clock is `aheadMs` ahead of the browser's. */
function answerWith(next: Partial<LiveState>, aheadMs = 0): void {
  vi.stubGlobal("fetch", () => {
    const headers = { date: new Date(Date.now() + aheadMs).toUTCString() };
    return Promise.resolve(Response.json({ ...live, ...next }, { headers }));
  });
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(builtAt) });
  answerWith({});
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("LatestPurchase before anyone has bought", () => {
  const none = { ...live, sold: 0, recent: [], pot: 0 };

  it.each([
    ["en", "Be the first to play!"],
    ["fr", "À vous d’ouvrir le bal!"],
  ] as const)("leaves no empty line before the first purchase, in %s", async (locale, text) => {
    answerWith(none);
    await show(<LatestPurchase />, locale, none);
    expect(screen.getByText(text)).toBeTruthy();
  });

  it("calls nobody the first under a pot that has begun elsewhere", async () => {
    const begun = { ...none, pot: 5000 };
    answerWith(begun);
    await show(<LatestPurchase />, "en", begun);
    expect(screen.queryByText(/Be the first/)).toBeNull();
  });

  it("invites nobody to buy what isn't on sale", async () => {
    answerWith({ ...none, salesOpen: false, reason: "draw-upcoming" });
    await show(<LatestPurchase />, "en", { ...none, salesOpen: false, reason: "draw-upcoming" });
    expect(screen.queryByText(/Be the first/)).toBeNull();
  });
});

describe("Countdown", () => {
  const target = "2026-11-22T17:05:09.000Z";

  it("shows the time left by the server's clock and counts down", async () => {
    await show(<Countdown target={target} label="Sales close in" />);
    expect(screen.getByRole("timer").textContent).toContain("2d 2h 05m 09s");
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(screen.getByRole("timer").textContent).toContain("2d 2h 05m 07s");
  });

  it("omits hours when there are none left", async () => {
    await show(<Countdown target="2026-11-20T15:35:00.000Z" label="Sales close in" />);
    expect(screen.getByRole("timer").textContent).toBe("Sales close in35m 00s35 minutes");
  });

  it("follows the server if the browser's clock is an hour behind", async () => {
    answerWith({}, 60 * 60_000);
    await show(
      <>
        <Countdown target={target} label="Sales close in" />
        <LiveStrip />
      </>,
    );
    await act(() => vi.advanceTimersByTimeAsync(1500));
    expect(screen.getByRole("timer").textContent).toContain("2d 1h 05m");
  });

  it("stops at zero", async () => {
    await show(<Countdown target="2026-11-20T14:00:00.000Z" label="Sales close in" />);
    expect(screen.getByRole("timer").textContent).toContain("Sales close in00m 00s");
  });

  it("shows the next early bird below, and the one after it once that is over", async () => {
    const milestones = [
      { at: "2026-11-20T14:00:00.000Z", label: "First early bird" },
      { at: "2026-11-20T15:00:02.000Z", label: "Second early bird" },
      { at: "2026-11-21T15:00:00.000Z", label: "Third early bird" },
    ];
    await show(<Countdown target={target} label="Sales close in" milestones={milestones} />);
    expect(document.querySelector(".milestone")?.textContent).toBe("Second early bird");
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(document.querySelector(".milestone")?.textContent).toBe("Third early bird");
  });
});

describe("LiveStrip and LivePrize", () => {
  it("show the server's counts, in the page's language", async () => {
    await show(
      <>
        <LivePrize />
        <LiveStrip />
      </>,
      "fr",
    );
    expect(document.body.textContent?.replace(/[\u00a0\u202f]/g, " ")).toContain("1 234,50 $");
    expect(document.body.textContent).toContain("1 billet vendu");
    expect(document.body.textContent?.replace(/[\u00a0\u202f]/g, " ")).toContain("La moitié de la cagnotte de 2 469 $");
    answerWith({ prize: 5000, sold: 1200, left: 1 });
    await act(() => vi.advanceTimersByTimeAsync(2500));
    const text = document.body.textContent?.replace(/[\u00a0\u202f]/g, " ");
    expect(text).toContain("5 000 $");
    expect(text).toContain("1 200 billets vendus");
    expect(text).toContain("Il n’en reste que 1");
    expect(text).not.toContain("5 000,00");
  });

  it("keep the last known state while the server doesn't answer", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    await show(<LiveStrip />);
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(document.body.textContent).toContain("1 ticket sold");
  });
});

describe("LivePrize", () => {
  const rolls = () => [...document.querySelectorAll<HTMLElement>(".roll")];
  const digits = () => rolls().map((one) => one.style.getPropertyValue("--digit"));

  it("rolls its digits when it grows, shows by how much, and is read aloud as one amount", async () => {
    await show(<LivePrize />);
    expect(digits().join("")).toBe("123450");
    expect(document.querySelector(".growth")).toBeNull();
    const unit = rolls()[3];
    answerWith({ prize: 10_000 });
    await act(() => vi.advanceTimersByTimeAsync(2500));
    expect(digits().join("")).toBe("10000");
    expect(document.querySelector(".growth")?.textContent).toBe("+$8,765.50");
    expect(document.querySelector(".sr-only")?.textContent).toBe("$10,000");
    // Only a change of digit in the same element rolls.
    expect(rolls()[4]).toBe(unit);
  });

  it("only changes if money was refunded", async () => {
    await show(<LivePrize />);
    answerWith({ prize: 1000 });
    await act(() => vi.advanceTimersByTimeAsync(2500));
    expect(digits().join("")).toBe("1000");
    expect(document.querySelector(".growth")).toBeNull();
  });
});

it("LiveStrip shows cents if the pot has any, and no sales for a draw that hasn't started", async () => {
  const ahead = { pot: 49_255.5, salesOpen: false, reason: "draw-upcoming" } as const;
  answerWith(ahead);
  await show(<LiveStrip />, "en", { ...live, ...ahead });
  expect(document.body.textContent).toBe("Half of the $49,255.50 pot");
});

it("LiveStrip shows no sales beside a pot that others started", async () => {
  await show(<LiveStrip hasCarryOver />);
  expect(document.body.textContent).toBe("Half of the $2,469 pot");
});

it("LiveStrip counts the tickets left once less than half is left", async () => {
  for (const [left, text] of [
    [10, "10 of 20 tickets sold"],
    [9, "10 of 20 tickets sold9 left"],
    // A sold-out draw must not say that tickets are left, although void numbers reduce the count.
    [0, "10 tickets sold"],
  ] as const) {
    const counts = { sold: 10, left };
    answerWith(counts);
    await show(<LiveStrip maxTickets={20} />, "en", { ...live, ...counts });
    expect(document.body.textContent).toBe(`Half of the $2,469 pot${text}`);
    cleanup();
  }
});

it("LiveStrip counts neither sales nor tickets where there are none", async () => {
  const none = { sold: 0, left: 0 };
  answerWith(none);
  await show(<LiveStrip />, "en", { ...live, ...none });
  expect(document.body.textContent).toBe("Half of the $2,469 pot");
});

it("TeamStandings splits tickets for a whole group evenly among its teams", async () => {
  const teams = [
    { teamId: "foxes", tickets: 10 },
    { teamId: "loons", tickets: 40 },
    { teamId: "rink", tickets: 7 },
  ];
  answerWith({ teams });
  const shown = ["foxes", "loons"].map((id) => ({ id, name: id }));
  await show(<TeamStandings id="rink" title="Teams" teams={shown} show="both" />, "en", { ...live, teams });
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "loons43 tickets",
    "foxes13 tickets",
  ]);
});

describe("LatestPurchase", () => {
  it("shows the latest purchase in one line, and how long ago it was", async () => {
    await show(<LatestPurchase />);
    expect(document.body.textContent).toBe("Ana B. from Kenora bought 40 tickets · 1 min ago");
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(document.body.textContent).toContain("2 min ago");
  });

  it("isn't shown while nobody has bought", async () => {
    answerWith({ recent: [] });
    await show(<LatestPurchase />, "en", { ...live, recent: [] });
    expect(document.body.textContent).toBe("");
  });
});
