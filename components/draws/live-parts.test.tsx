// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { LiveState } from "@/lib/draws/rules.projection";
import en from "@/messages/en.json";
import fr from "@/messages/fr.json";
import { Countdown } from "./countdown";
import { LivePrize } from "./live-prize";
import { LiveProvider } from "./live-provider";
import { LiveStrip } from "./live-strip";
import { RecentPurchases } from "./recent-purchases";

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

/** The server of these tests: answers `next` from now on, by a clock that is `aheadMs` ahead of the browser's. */
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

describe("Countdown", () => {
  const target = "2026-11-22T17:05:09.000Z";

  it("shows the time left by the server's clock and ticks", async () => {
    await show(<Countdown target={target} label="Sales close in" />);
    expect(screen.getByRole("timer").textContent).toContain("2days02hours05min09s");
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(screen.getByRole("timer").textContent).toContain("2days02hours05min07s");
  });

  it("follows the server when the browser's clock is an hour behind", async () => {
    answerWith({}, 60 * 60_000);
    await show(
      <>
        <Countdown target={target} label="Sales close in" />
        <LiveStrip />
      </>,
    );
    await act(() => vi.advanceTimersByTimeAsync(1500));
    expect(screen.getByRole("timer").textContent).toContain("2days01hour05min");
  });

  it("stops at zero", async () => {
    await show(<Countdown target="2026-11-20T14:00:00.000Z" label="Sales close in" />);
    expect(screen.getByRole("timer").textContent).toContain("00hours00min00s");
  });
});

describe("LiveStrip and LivePrize", () => {
  it("take over what the server counts, in the page's language", async () => {
    await show(
      <>
        <LivePrize />
        <LiveStrip />
      </>,
      "fr",
    );
    expect(document.body.textContent?.replace(/[\u00a0\u202f]/g, " ")).toContain("1 234,50 $");
    expect(document.body.textContent).toContain("1 billet vendu");
    answerWith({ prize: 5000, sold: 1200, left: 1 });
    await act(() => vi.advanceTimersByTimeAsync(2500));
    const text = document.body.textContent?.replace(/[\u00a0\u202f]/g, " ");
    expect(text).toContain("5 000,00 $");
    expect(text).toContain("1 200 billets vendus");
    expect(text).toContain("il n’en reste que 1");
  });

  it("keep the last known state while the server does not answer", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
    await show(<LiveStrip />);
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(document.body.textContent).toContain("1 ticket sold");
  });
});

describe("RecentPurchases", () => {
  it("says how long ago each was", async () => {
    await show(<RecentPurchases title="Just bought" />);
    expect(screen.getByRole("listitem").textContent).toBe("Ana B. from Kenora40 tickets1 min ago");
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.getByRole("listitem").textContent).toContain("2 min ago");
  });

  it("is not there while nobody has bought", async () => {
    answerWith({ recent: [] });
    await show(<RecentPurchases title="Just bought" />, "en", { ...live, recent: [] });
    expect(screen.queryByRole("heading")).toBeNull();
  });
});
