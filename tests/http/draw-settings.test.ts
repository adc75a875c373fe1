import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { OrderView } from "@/lib/orders/rules";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { fullDraw } from "@/tests/support/calls/route-bodies";
import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

const returnUrl = "https://main.example.test";

let server: Server;

beforeAll(async () => {
  server = await startServer({ env: { RETURN_URL: returnUrl } });
});

afterAll(() => server.stop());

async function openDraw(overrides: Partial<DrawInput> = {}): Promise<string> {
  const draw = drawWith(overrides);
  await importDraw(server, draw);
  return draw.id;
}

async function buy(instanceId: string): Promise<OrderView> {
  const buyer = createBuyer(server);
  const placed = await buyer.placeOrder({ instanceId });
  const paid = await buyer.pay(placed.body.order, await tokenFor(server.sandboxUrl));
  expect(paid.status).toBe(200);
  return paid.body.order;
}

async function pageOf(path: string): Promise<string> {
  const answer = await fetch(`${server.url}${path}`);
  expect(answer.status).toBe(200);
  return (await answer.text()).replaceAll("<!-- -->", "");
}

async function instanceOf(instanceId: string): Promise<PublicDraw> {
  const answer = await createBuyer(server).call<PublicDraw>("POST", "/api/getInstance", { instanceId });
  expect(answer.status).toBe(200);
  return answer.body;
}

const options = (additionalOptions: DrawInput["additionalOptions"]) => ({ additionalOptions });

describe("a day's sales", () => {
  it("are shown for the draw and each second draw, and make it hot", async () => {
    await importDraw(server, fullDraw("counted"));
    for (let sale = 0; sale < 2; sale += 1) await buy("counted");
    const draw = await instanceOf("counted");
    expect(draw.metrics).toEqual({ amountPerDay: 10, ticketsPerDay: 6, purchasesPerDay: 2 });
    expect(draw.isHot).toBe(true);
    const nothing = { amountPerDay: 0, ticketsPerDay: 0, purchasesPerDay: 0 };
    expect(draw.secondDraws.length).toBeGreaterThan(0);
    for (const second of draw.secondDraws) {
      expect(second).toMatchObject({ numTicketsFinal: 0, lastPurchaseHistory: [], metrics: nothing });
    }
  });

  it("accept an import of what was exported, but are counted from the orders alone", async () => {
    const counted = { numTicketsFinal: 99, lastPurchaseHistory: [{ name: "Old" }], metrics: { purchasesPerDay: 99 } };
    const given = fullDraw("exported");
    const secondDraws = (given.secondDraws ?? []).map((second) => ({ ...second, ...counted }));
    await importDraw(server, { ...given, ...counted, secondDraws });
    const draw = await instanceOf("exported");
    for (const pool of [draw, ...draw.secondDraws]) {
      expect(pool).toMatchObject({ numTicketsFinal: 0, lastPurchaseHistory: [], metrics: { purchasesPerDay: 0 } });
    }
  });
});

describe("the page of a draw", () => {
  it("says who may buy if the draw has a notice, in both languages", async () => {
    const notice = options({ enableNoticeOn5050Page: true });
    const id = await openDraw({
      ...notice,
      enabledProvinces: ["ON", "QC"],
      residenceProvinces: ["ON"],
      minimumAge: 19,
    });
    const page = await pageOf(`/${id}`);
    // Residence is in the attestation; the notice has the rest.
    expect(page).toContain("I live in Ontario and I’m currently in Ontario or in Quebec.");
    expect(page).toContain("You must be 19 or older, live in Ontario and be in Ontario or Quebec when you buy.");
    expect(page).not.toContain("Before you buy");
    // The notices appear on the way to paying, below the tickets.
    const places = ["checkout-choice", "buyer-notice", "checkout-name", "checkout-age"];
    const found = places.map((part) => page.indexOf(`id="${part}"`));
    expect(found).toEqual([...found].sort((left, right) => left - right));
    expect(Math.min(...found)).toBeGreaterThan(0);
    expect(await pageOf(`/fr/${id}`)).toContain("J’habite en Ontario et je suis actuellement en Ontario ou au Québec.");
    expect(await pageOf(`/${await openDraw()}`)).not.toContain("buyer-notice");
    const own = { en: "Bring your receipt.\n\nGate 3 opens at 5.", fr: "Apportez votre reçu." };
    const noticeDraw = await openDraw(options({ enableNoticeOn5050Page: true, customNoticeText: own }));
    expect(await pageOf(`/${noticeDraw}`)).toMatch(
      /id="buyer-notice".*Bring your receipt\.<\/p>.*Gate 3 opens at 5\./s,
    );
    expect(await pageOf(`/fr/${noticeDraw}`)).toContain("Apportez votre reçu.");
  });

  it("lists all that is won at the draw, and says which tickets its teams are counted by", async () => {
    const draw = fullDraw("named");
    const prizes = { "Grand Prize": ["A boat", "A canoe"].map((description) => ({ description })) };
    const secondDraws = (draw.secondDraws ?? []).map((second) => ({ ...second, participatesInTeamStats: true }));
    await importDraw(server, { ...draw, prizes, secondDraws });
    const page = await pageOf("/named");
    for (const prize of ["A boat", "A canoe"]) expect(page).toContain(prize);
    expect(page).toMatch(/Includes tickets for .+ and .+\./);
  });

  it("shows whose draw it is, under which licence, where it is drawn, its texts, and the same of its second draws", async () => {
    const draw = fullDraw("papers");
    // The page mentions a closed second draw, but the form doesn't.
    const cutOffDate = new Date(Date.now() - 60_000).toISOString();
    const own = { description: "A sled for two", license: "SECOND-2", licensePDF: "/second.pdf", cutOffDate };
    await importDraw(server, {
      ...draw,
      organization: "Harbour Foundation",
      license: "MAIN-1",
      licensePDF: "/main.pdf",
      supportEmail: "aide@example.test",
      drawLocation: "Scotiabank Arena",
      bannerImage: { url: "/icon.svg", dominantColor: "#123abc" },
      description: { en: "A new roof for the rink.", fr: "Un toit neuf." },
      rules: { en: "One ticket, one chance.", fr: "Un billet, une chance." },
      secondDraws: (draw.secondDraws ?? []).map((second) => ({ ...second, ...own })),
    });
    const visible = (await pageOf("/papers")).replace(/<script[\s\S]*?<\/script>/g, "");
    const parts = [
      ...["Harbour Foundation", "1 Main Street, Toronto ON M5V 2T6", "mailto:aide@example.test", "Scotiabank Arena"],
      ...["MAIN-1", 'href="/main.pdf"', "A new roof for the rink.", "One ticket, one chance."],
      ...["background-color:#123abc", "SECOND-2", 'href="/second.pdf"', "A sled for two"],
    ];
    expect(parts.filter((part) => !visible.includes(part))).toEqual([]);
    expect(await pageOf("/fr/papers")).toMatch(/Un toit neuf\.[\s\S]*Un billet, une chance\./);
  });

  it("is on the home page's list unless the draw stays off it", async () => {
    const hidden = await openDraw({ displayOnDashboard: false });
    const listed = await openDraw();
    await expect.poll(() => pageOf("/")).toContain(`href="/${listed}"`);
    expect(await pageOf("/")).not.toContain(hidden);
    expect(await pageOf(`/${hidden}`)).toContain("Arena 50/50");
  });

  it("links to other open draws if configured to, and to none from a tablet", async () => {
    const parentId = `parent-${Date.now()}`;
    const other = await openDraw({ parentId });
    const host = await openDraw({ parentId, ...options({ featuredDraws: { mode: "parent" } }) });
    const link = `href="/${other}"`;
    expect(await pageOf(`/${host}`)).toContain(link);
    expect(await pageOf(`/1/${host}`)).not.toContain(link);
    expect(await pageOf(`/${await openDraw({ parentId })}`)).not.toContain(link);
  });

  it("says how the winner is drawn, and that the draw recurs", async () => {
    const page = await pageOf(`/${await openDraw({ useRNG: false, recurringDraw: true })}`);
    expect(page).toContain("The winning ticket is drawn by hand.");
    expect(page).toContain("This draw runs regularly.");
    expect(await pageOf(`/${await openDraw({ useRNG: true })}`)).toContain("picked by a random number generator");
    const silent = await pageOf(`/${await openDraw()}`);
    // The scripts contain the texts of other draws.
    expect(silent.replaceAll(/<script.*?<\/script>/gs, "")).not.toMatch(/random number generator|drawn by hand/);
  });

  it("shows questions if the draw displays them", async () => {
    const faq = [{ question: "Who may win?", answer: "Whoever has a ticket." }];
    expect(await pageOf(`/${await openDraw(options({ faq, displayFAQ: true }))}`)).toContain(">Who may win?<");
    expect(await pageOf(`/${await openDraw(options({ faq }))}`)).not.toContain(">Who may win?<");
  });

  it("shows the team standings unless the draw turns them off, by names, icons or both", async () => {
    const teams = [{ id: "all", title: "Teams", teams: [{ id: "own", name: "Own", icon: "/icon.svg" }] }];
    const standings = async (additionalOptions: DrawInput["additionalOptions"]) => {
      const page = await pageOf(`/${await openDraw({ teams, additionalOptions })}`);
      const [section] = /<section aria-labelledby="standings-all">[\s\S]*?<\/section>/.exec(page) ?? [];
      return section && [section.includes('src="/icon.svg"'), section.includes('<span class="font-semibold">Own<')];
    };
    expect(await standings({})).toEqual([true, true]);
    expect(await standings({ displayTeamStatsConfig: "labels" })).toEqual([false, true]);
    expect(await standings({ displayTeamStatsConfig: "icons" })).toEqual([true, false]);
    expect(await standings({ displayTeamStats: false })).toBeUndefined();
  });

  it.each(["", "/1"])("asks for its live state as often as the draw wants, at %j", async (prefix) => {
    const id = await openDraw(options({ recentPurchases_refreshRate: 25_000 }));
    expect(await pageOf(`${prefix}/${id}`)).toContain(String.raw`\"refreshMs\":25000`);
  });

  it("counts down in the draw's own words", async () => {
    const additionalOptions = { customCountDownText: { en: "Doors close in", fr: "Fermeture dans" } };
    const id = await openDraw({ additionalOptions });
    expect(await pageOf(`/${id}`)).toContain("Doors close in</");
    expect(await pageOf(`/fr/${id}`)).toContain("Fermeture dans</");
  });

  it("offers a plain list of packages unless the draw turns it off", async () => {
    const word = "View as list";
    expect(await pageOf(`/${await openDraw()}`)).toContain(`>${word}</span></button>`);
    const without = await openDraw(options({ allowAccessibilityModeForTicketPackageSelection: false }));
    expect(await pageOf(`/${without}`)).not.toContain(`>${word}<`);
  });
});

describe("the page of a paid order", () => {
  it("links back to the draw's page on the main site, or to its own page if it has none there", async () => {
    const custom = drawWith();
    await importDraw(server, custom);
    const paths = [await buy(custom.id), await buy(await openDraw(options({ custom5050Page: false })))].map(
      ({ instanceId, orderId }) => `/success?instanceId=${instanceId}&orderId=${orderId}`,
    );
    const [onMainSite = "", here = ""] = await Promise.all(paths.map(pageOf));
    expect(onMainSite).toContain(`href="${returnUrl}/5050/${custom.urlSlug}"`);
    expect(here).not.toContain(returnUrl);
  });

  it("shows the time of purchase as configured for the draw", async () => {
    const template = "[bought] YYYY-MM-DD HH:mm";
    const order = await buy(await openDraw(options({ displayDateTimeTicketPurchaseTemplate: template })));
    expect(await pageOf(`/order/${order.instanceId}/${order.orderId}`)).toMatch(/bought 20\d\d-\d\d-\d\d \d\d:\d\d/);
  });
});

describe("the frame of a draw's pixel", () => {
  it("is the only one that may load the pixel, in its own origin that no other site can frame", async () => {
    const frame = await fetch(`${server.url}/pixel.html`);
    const policy = frame.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("sandbox allow-scripts;");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain("https://connect.facebook.net");
    const id = await openDraw({ pixelId: "123456789012345" });
    const order = await buy(id);
    for (const path of [`/${id}`, `/1/${id}`, `/order/${id}/${order.orderId}`, "/terminal"]) {
      const answer = await fetch(`${server.url}${path}`);
      expect(answer.headers.get("content-security-policy")).not.toContain("facebook");
      const isAsked = (await answer.text()).includes("Can we count this visit?");
      expect([path, isAsked]).toEqual([path, path === `/${id}`]);
    }
  });
});

describe("a version", () => {
  it("is refused if it is older than the current one", async () => {
    const draw = drawWith({ version: 3 });
    await importDraw(server, draw);
    await importDraw(server, { ...draw, version: 3 });
    await expect(importDraw(server, { ...draw, version: 2 })).rejects.toThrow(/version/);
    expect((await instanceOf(draw.id)).version).toBe(3);
  });
});
