// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { Countdown } from "@/components/draws/countdown";
import { LatestPurchase } from "@/components/draws/latest-purchase";
import { LiveProvider } from "@/components/draws/live-provider";
import { LiveStrip } from "@/components/draws/live-strip";
import { SaleNotice } from "@/components/draws/sale-notice";
import { TeamStandings } from "@/components/draws/team-standings";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import { toCheckoutDraw } from "@/components/order-form/checkout-draw";
import { packDraw } from "@/components/order-form/packed-draw";
import { mainPoolId } from "@/lib/draws/rules";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { toLiveState, toPublicDraw } from "@/lib/draws/rules.projection";
import { mainWinnerOf } from "@/lib/draws/rules.winners";
import { drawSchema } from "@/lib/draws/schema";
import { pickMessages } from "@/lib/platform/i18n/message-parts";
import type { Language } from "@/lib/platform/i18n/routing";
import en from "@/messages/en.json";
import fr from "@/messages/fr.json";
import { demoDraws } from "@/scripts/demo/draws";
import { Checkout } from "./checkout";
import { firstWordsOf } from "./first-words";
import { LateProvider } from "./late-provider";

const now = new Date("2026-11-20T15:00:00Z");
const draws = demoDraws(now).map((draw) => drawSchema.parse(draw));
const words = { en, fr };
const applePay = { merchantId: "merchant.test", displayName: "Test Foundation" };
const refreshed = vi.hoisted(() => ({ refresh: () => undefined }));

vi.mock("next/navigation", async (original) => ({ ...(await original<object>()), useRouter: () => refreshed }));

/** A network that brings nothing: neither words nor the live state. */
beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  window.sessionStorage.clear();
  window.localStorage.clear();
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

type Shown = { draw: PublicDraw; live: LiveState; locale: Language; without?: string };

/** Draws what lives in the browser of a draw's page by its first words alone, and gives what they lack. */
async function missingOf({ draw, live, locale, without }: Shown): Promise<string[]> {
  const missing: string[] = [];
  const sold: CheckoutDraw = toCheckoutDraw(draw, locale);
  const paths = firstWordsOf({ draw: sold, live }).filter((path) => path !== without);
  const dates = { opens: "soon", draws: "later", drawsAt: live.serverTime, isDrawn: mainWinnerOf(draw) !== undefined };
  const teams = draw.teams.flatMap((group) => group.teams.map(({ id }) => ({ id, name: id })));
  render(
    <LiveProvider drawId={draw.id} refreshMs={600_000} initial={live}>
      <NextIntlClientProvider
        locale={locale}
        messages={pickMessages(words[locale], paths)}
        timeZone="America/Toronto"
        onError={({ message }) => missing.push(message)}
      >
        <LateProvider wordsPath="/words" ownWords={[]}>
          <Countdown target={draw.endDate} label="Until" />
          <LiveStrip />
          <SaleNotice dates={dates} supportEmail={undefined} />
          <Checkout
            draw={packDraw(sold)}
            locale={locale}
            card={{ scriptUrl: "https://x.test/c.js" }}
            applePay={applePay}
          />
          {teams.length > 0 ? <TeamStandings id="all" title="Teams" teams={teams} show="both" /> : null}
          <LatestPurchase />
        </LateProvider>
      </NextIntlClientProvider>
    </LiveProvider>,
  );
  for (const form of screen.queryAllByRole("form")) act(() => void fireEvent.submit(form));
  await act(() => vi.dynamicImportSettled());
  await act(async () => undefined);
  return missing;
}

const recent = [
  { name: "Ana B.", city: "Kenora", tickets: 40, at: "2026-11-20T14:58:30.000Z" },
  { name: null, city: null, tickets: 1, at: "2026-11-20T10:58:30.000Z" },
  { name: "", city: null, tickets: 1, at: "2026-11-17T14:59:50.000Z" },
];

function countersOf(poolId: string, { maxTickets }: { maxTickets: number | null }) {
  const taken = { sold: 4, voided: 0, reserved: 0, salesCents: 2000, reservedCents: 0, jackpotBaseCents: 0 };
  return { poolId, maxTickets, maxJackpotCents: null, cutOffAt: null, ...taken };
}

function shownOf(record: (typeof draws)[number], locale: Language): Shown {
  const seconds = record.secondDraws.map((second) => [second.id, countersOf(second.id, second)] as const);
  const facts = { draw: record, closedAt: null, counters: countersOf(mainPoolId, record), pools: new Map(seconds) };
  const activity = { pools: new Map(), teams: [] };
  const live = { ...toLiveState(facts, activity, now), recent };
  return { draw: toPublicDraw(facts, activity, now), live, locale };
}

const cases = draws.flatMap((draw) => (["en", "fr"] as const).map((locale) => ({ id: draw.id, locale, draw })));

it.each(cases)("the page of $id in $locale has every message that it shows at first", async ({ draw, locale }) => {
  expect(await missingOf(shownOf(draw, locale))).toEqual([]);
});

it.each(["checkout.pay", "live.sold", "reasons.unreachable", "checkout.cardCode"])(
  "a missing message is detected on a page without %s",
  async (without) => {
    const [first] = draws;
    if (!first) throw new Error("There is no demo draw.");
    expect((await missingOf({ ...shownOf(first, "en"), without })).join()).toContain(without.split(".").pop());
  },
);

it("a press whose code doesn't load is answered, and can be repeated", async () => {
  const [first] = draws;
  if (!first) throw new Error("There is no demo draw.");
  await missingOf(shownOf(first, "en"));
  expect(document.getElementById("checkout-trouble")?.textContent).toContain(en.reasons.unreachable);
  expect(screen.getByRole("button", { name: /^Pay/ }).getAttribute("aria-busy")).toBeNull();
});
