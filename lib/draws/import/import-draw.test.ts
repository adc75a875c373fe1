import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import { readSealedKeys } from "@/lib/draws/account/store";
import { getSecretsLabel } from "@/lib/draws/installation/rules";
import { readDrawRecord } from "@/lib/draws/store";
import type { Grant } from "@/lib/rights";
import { fullDraw } from "@/tests/support/calls/route-bodies";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import type { DrawInput } from "@/tests/support/draws/draw";
import { importDraw } from "./import-draw";

const at = "2026-11-19T18:00:00.000Z";
const later = "2026-12-01T18:00:00.000Z";
const text = { en: "In English", fr: "En français" };
const prize = { description: text, drawDate: later };
const terms = {
  once: "none" as const,
  redrawTerms: text,
  claimTerms: { days: 30, text },
};
const printer = { name: "Booth", address: "10.0.0.9" };

const counted = {
  numTicketsFinal: 99,
  lastPurchaseHistory: [{ name: "Rosalie T." }],
  metrics: { amountPerDay: 1, ticketsPerDay: 2, purchasesPerDay: 3 },
};
const countedOfDraw = { ...counted, numTicketsReserved: 5, isProcessing: true };

const options: Required<NonNullable<DrawInput["additionalOptions"]>> = {
  customCountDownText: text,
  customNoticeText: text,
  customSupportText: text,
  customPostSupportSelectText: text,
  faq: [{ question: text, answer: text }],
  uniqueOrderPrefix: "OIL",
  canSelectAllGroups: false,
  displayFAQ: true,
  displayTeamStats: false,
  custom5050Page: false,
  enableFireworks: false,
  enableNoticeOn5050Page: true,
  allowAccessibilityModeForTicketPackageSelection: false,
  recentPurchases_refreshRate: 20_000,
  displayDateTimeTicketPurchaseTemplate: "YYYY-MM-DD",
  displayTeamStatsConfig: "icons",
  titleLengthToStackForTicketPools: 30,
  titleLengthToStackForBundles: 40,
  featuredDraws: { mode: "parent" },
  statementDescriptor: "ARENA 50/50 TORONTO",
  mayBeCashAdvance: true,
};

const second = {
  type: "Prize raffle" as const,
  title: text,
  description: text,
  startDate: at,
  drawDate: later,
  cutOffDate: "2026-11-30T18:00:00.000Z",
  ticketPackageInfo: [{ id: "pair", tickets: 2, price: 4, label: text, highlighted: true }],
  maxTickets: 1000,
  maxTicketPayout: 50,
  license: "RAF-SECOND",
  licensePDF: "/second.pdf",
  maxJackpot: 5000,
  jackpotTotal: 12.34,
  ticketPrinter: printer,
  useRNG: false,
  prizes: { "Early Bird": [{ ...prize, cutOffDate: "2026-11-29T18:00:00.000Z" }], "Add On": [prize] },
  ...terms,
  settings: { enabled: false, priority: 9, mandatoryPurchase: true },
  participatesInTeamStats: true,
};

const { secondDraws: _seconds, additionalOptions: _options, id, ...full } = fullDraw("whole");

/** Has every field of a definition, none with its default value. */
const fields = {
  ...full,
  locale: { useLocal: true, lang: "fr" as const, messages: { en: { "checkout.heading": "Take one" } } },
  version: 7,
  displayOnDashboard: false,
  state: { approval_state: "Rejected" as const, time_state: "Ended" as const },
  parentId: "whole-parent",
  title: text,
  urlSlug: "whole-slug",
  name: "Whole",
  organization: text,
  organizationAddress: {
    line1: "1 Main St",
    line2: "Unit 2",
    city: "Toronto",
    state: "ON",
    postal_code: "M5V 2T6",
    country: "Canada",
  },
  charity: { logo: "/logo.svg", color: "#14513f", story: text, registration: "12345 6789 RR0001" },
  license: "RAF-MAIN",
  licensePDF: "https://example.test/licence.pdf",
  province: "QC" as const,
  bannerImage: { url: "/a.png", dominantColor: "#fff", carousel_urls: ["/b.png"], carousel_speed: 700 },
  stripe: { stripeStatus: "active", stripeId: "acct_1", feePercent: 2.5 },
  ticketPriceInfo: [{ id: "three", tickets: 3, price: 5, label: text, highlighted: true }],
  ticketPools: [
    {
      id: "group",
      title: text,
      description: text,
      ticketPriceInfo: [{ ...second.ticketPackageInfo[0], id: "single" }],
    },
  ],
  bundles: (full.bundles ?? []).map((bundle) => ({ ...bundle, description: text })),
  startDate: at,
  endDate: later,
  dates: [at, "2026-11-25T18:00:00.000Z", "2026-11-30T18:00:00.000Z", later],
  userRoles: { "user-1": ["admin", "Winner Picker"] as ("admin" | "Winner Picker")[] },
  supportEmail: "help@example.test",
  drawLocation: text,
  useRNG: false,
  winners: [
    { poolId: "main", prizeType: "Early Bird" as const, number: 7, name: "Rosalie T.", drawnAt: at, soldOnPaper: true },
  ],
  ticketPrinter: printer,
  prizes: {
    "Grand Prize": [prize],
    "Early Bird": [{ ...prize, cutOffDate: "2026-11-24T18:00:00.000Z" }],
    "Add On": [prize],
  },
  ...terms,
  once: "number" as const,
  paymentProvider: "stripe" as const,
  enabledProvinces: ["ON" as const],
  residenceProvinces: ["QC" as const],
  pixelId: "123456789012345",
  isTestDraw: true,
  recurringDraw: true,
  checkoutAccess: { requireGPSCheck: false, requireIPCheck: true },
  apiKeys: {
    bambora: {
      merchantId: "300200578",
      passcode: "passcode-of-payments",
      reportingPasscode: "passcode-of-reports",
      profilePasscode: "passcode-of-profiles",
      maximumAmount: 500,
    },
    stripe: { secret: "sk_test" },
    paypal: { secret: "pp_test" },
  },
};

let test: TestContext;
let kept: Record<string, unknown>;

beforeAll(async () => {
  test = await openTestContext();
  const secondDraws = [{ id: "early", ...second, ...counted }];
  await importTestDraw(test.admin, { id, ...fields, ...countedOfDraw, secondDraws, additionalOptions: options });
  kept = { ...(await readDrawRecord(test.ctx.db, id))?.draw };
});
afterAll(() => test.close());

const { apiKeys, ...open } = fields;

describe("prices that cash can't pay", () => {
  const odd = (drawId: string, changes: Record<string, unknown> = {}) =>
    drawAt(test.clock.now(), {
      id: drawId,
      urlSlug: drawId,
      ticketPriceInfo: [{ id: "one", tickets: 1, price: 2.02 }],
      ...changes,
    });
  const fields = [{ field: "ticketPriceInfo.0.price", problem: "not-in-coins" }];

  it("keep a new draw out that takes cash, and are no matter where it takes none", async () => {
    expect(await importDraw(test.admin, odd("odd-new"))).toEqual({ ok: false, reason: "invalid-input", fields });
    expect(await readDrawRecord(test.ctx.db, "odd-new")).toBeNull();
    const withoutCash = odd("odd-new", { terminal: { allowCash: false } });
    expect(await importDraw(test.admin, withoutCash)).toMatchObject({ ok: true, created: true, warnings: [] });
  });

  it("only warn of a draw that is stored already, also when it is stored again", async () => {
    await importTestDraw(test.admin, odd("odd-stored", { terminal: { allowCash: false } }));
    for (let times = 0; times < 2; times++) {
      const stored = await importDraw(test.admin, odd("odd-stored"));
      expect(stored).toEqual({ ok: true, drawId: "odd-stored", created: false, warnings: fields });
    }
  });
});

describe("an import accepts", () => {
  it.each(Object.entries(open))("%s of a draw, and stores it unchanged", (field, value) => {
    expect(kept[field]).toEqual(value);
  });

  it.each(Object.entries(options))("%s of the options, and stores it unchanged", (field, value) => {
    expect(kept.additionalOptions).toHaveProperty([field], value);
  });

  it.each(Object.entries(second))("%s of a second draw, and stores it unchanged", (field, value) => {
    expect(kept.secondDraws).toMatchObject([{ [field]: value }]);
  });

  it.each(Object.keys(countedOfDraw))("%s of a draw, which is counted here and not stored from an import", (field) => {
    expect(kept).not.toHaveProperty(field);
  });

  it.each(Object.keys(counted))("%s of a second draw, which is counted here and not stored from an import", (field) => {
    expect(kept.secondDraws).not.toHaveProperty([0, field]);
    expect(kept.secondDraws).toHaveLength(1);
  });

  it("apiKeys of a draw, and stores them sealed, apart from it", async () => {
    expect(kept).not.toHaveProperty("apiKeys");
    const stored = await readSealedKeys(test.ctx.db, id);
    expect(stored?.sealed).not.toContain("sk_test");
    expect(JSON.parse(test.ctx.sealer.open(stored?.sealed ?? "", getSecretsLabel(id)))).toEqual(apiKeys);
  });
});

describe("an unsold draw that moves to another parent", () => {
  const grantsIn = (...scopes: Grant["scope"][]): Context => ({
    ...test.ctx,
    actor: { kind: "admin", grants: scopes.map((scope) => ({ rights: ["draws"], scope })) },
  });

  it("needs the right for both: one for the draw alone doesn't take it from its parent", async () => {
    const draw = drawAt(test.clock.now(), { id: "moving", parentId: "moving-from" });
    await importTestDraw(test.admin, draw);
    const moved = { ...draw, parentId: "moving-to" };
    const to = { kind: "parent", parentId: "moving-to" } as const;
    const from = { kind: "parent", parentId: "moving-from" } as const;
    const byDraw = await importDraw(grantsIn({ kind: "draw", drawId: "moving" }, to), moved);
    expect(byDraw).toMatchObject({ reason: "admin-right-missing" });
    expect(await importDraw(grantsIn(from, to), moved)).toMatchObject({ ok: true, created: false });
  });
});
