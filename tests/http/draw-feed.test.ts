import { describe, expect, it } from "vitest";

import { callRules } from "@/lib/platform/db/call-counts";
import { adminCall, createBuyer } from "@/tests/support/calls/buyer";
import type { DrawInput } from "@/tests/support/draws/draw";
import { feedStageForFile, titled } from "@/tests/support/servers/feed-stage";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

const stage = feedStageForFile();
const { server, change, asked, arm, armAll, calm, publish, page, instance, buy, shows, visitUntilAsked } = stage;

describe("a draw of the upstream platform", () => {
  it("is fetched by its first visitor, in both languages, and sold", async () => {
    const { id } = await publish(titled("From upstream"));
    expect((await page(`/${id}`)).text).toContain("From upstream");
    expect((await page(`/fr/${id}`)).status).toBe(200);
    expect(await buy(id)).toBe(200);
  });

  it("doesn't reveal its secrets", async () => {
    const { id, apiKeys } = await publish();
    const texts = [(await page(`/${id}`)).text, JSON.stringify((await instance(id)).body), server().output()].join();
    for (const secret of [apiKeys?.bambora?.passcode, apiKeys?.bambora?.reportingPasscode, stage.token]) {
      expect(secret).toBeTruthy();
      expect(texts).not.toContain(secret);
    }
  });

  it("is fetched once or twice for many simultaneous visitors, and not imported again while it is unchanged", async () => {
    const { id } = await publish();
    const visits = await Promise.all(Array.from({ length: 20 }, () => instance(id)));
    expect(visits.map(({ status }) => status)).toEqual(visits.map(() => 200));
    expect(await asked(id)).toBeLessThan(4);
    await visitUntilAsked(id, 2);
    const { body } = await adminCall<{ entries: { action: string }[] }>(
      server(),
      "GET",
      `/api/admin/draws/${id}/history`,
    );
    expect(body.entries.map(({ action }) => action).sort()).toEqual(["credentials-changed", "draw-imported"]);
  });

  it("is shown as changed, even to the first visitors after the change", async () => {
    const draw = await publish(titled("Before"));
    await shows(draw.id, "Before");
    await publish({ ...draw, ...titled("After") });
    await shows(draw.id, "After");
    await expect.poll(async () => (await page(`/${draw.id}`)).text, { timeout: 60_000 }).toContain("After");
  });

  it("keeps selling unchanged if a change is forbidden after a sale, and the log says so once", async () => {
    const draw = await publish({ ...titled("Locked"), maxTickets: 500 });
    await shows(draw.id, "Locked");
    expect(await buy(draw.id)).toBe(200);
    await publish({ ...draw, ...titled("Unlocked"), maxTickets: 100 });
    await visitUntilAsked(draw.id, 1);
    await expect.poll(() => server().output(), { timeout: 60_000 }).toMatch(new RegExp(`${draw.id}.*draw-locked`));
    const { body } = await instance(draw.id);
    expect(body).toMatchObject({ title: { en: "Locked" }, maxTickets: 500 });
    expect(await buy(draw.id)).toBe(200);
    await visitUntilAsked(draw.id, 2);
    expect(server().output().split(`Draw ${draw.id} as the upstream`).length).toBe(2);
    await publish({ ...draw, ...titled("Allowed") });
    await shows(draw.id, "Allowed");
  });

  it("keeps selling unchanged if its new definition doesn't fit the schema or belongs to another draw", async () => {
    const draw = await publish(titled("Sound"));
    await shows(draw.id, "Sound");
    const timesRefused = async () => {
      const { body } = await instance(draw.id);
      expect(body).toMatchObject({ title: { en: "Sound" } });
      return server().output().split(`Draw ${draw.id} as the upstream platform has it was refused`).length - 1;
    };
    for (const [before, broken] of [{ ...draw, province: "XX" }, { ...draw, id: "another" }, []].entries()) {
      await change({ instances: { [draw.id]: broken } });
      await expect.poll(timesRefused, { timeout: 150_000, interval: 200 }).toBe(before + 1);
    }
    expect(server().output()).toMatch(new RegExp(`${draw.id}.*invalid-input, province malformed`));
    expect(await buy(draw.id)).toBe(200);
  });
});

describe("an installation", () => {
  it("is another one's platform, and has the same draw", async () => {
    const { id } = await publish({
      ...titled("Passed on"),
      charity: { registration: "12345 6789 RR0001" },
      maxTickets: 900,
    });
    const ask = (at: Server) =>
      createBuyer(at).call<Record<string, unknown>>("POST", "/api/getInstance", { instanceId: id });
    const first = await ask(server());
    const other = await startServer({ env: { DRAWS_URL: server().url } });
    try {
      const second = await ask(other);
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.body).toEqual(first.body);
      expect(first.body).toMatchObject({ parentId: "test-parent", title: { en: "Passed on" } });
    } finally {
      await other.stop();
    }
  });
});

describe("an admin who doesn't want to wait", () => {
  const refresh = (id: string) => adminCall<{ draw: unknown }>(server(), "POST", `/api/admin/draws/${id}/refresh`);

  it("fetches a draw, and is told what is wrong with it", async () => {
    const draw = await publish(titled("Fetched"));
    expect(await refresh(draw.id)).toMatchObject({ status: 200, body: { draw: { title: "Fetched" } } });
    expect((await page(`/${draw.id}`)).text).toContain("Fetched");
    await publish({ ...draw, license: 7 } as unknown as DrawInput);
    await visitUntilAsked(draw.id, 1);
    expect(server().output()).toContain("license wrong-type");
    const fields = [{ field: "license", problem: "wrong-type" }];
    await expect.poll(async () => (await refresh(draw.id)).body, { timeout: 60_000 }).toMatchObject({ fields });
    expect(await refresh("nobodys")).toMatchObject({ status: 404, body: { reason: "draw-not-found" } });
  });
});

describe("a platform that is down", () => {
  it.each([
    ["away", "away", { kind: "drop" }],
    ["broken", "away", { kind: "status", status: 500 }],
    ["slow", "slow", { kind: "delay", delayMs: 60_000 }],
    ["malformed", "malformed", { kind: "garbage", moment: "before" }],
    ["flooding", "malformed", { kind: "flood" }],
    ["elsewhere", "malformed", { kind: "redirect", location: "http://127.0.0.1:9/" }],
  ])("and is %s keeps nobody from buying, and nobody waits for it", async (_what, problem, fault) => {
    const { id } = await publish(titled("Kept"));
    await shows(id, "Kept");
    await armAll(fault);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const titledPage = await page(`/${id}?title=x`);
    expect(titledPage).toMatchObject({ status: 200 });
    expect(titledPage.tookMs).toBeLessThan(4000);
    expect(await buy(id)).toBe(200);
    expect((await page(`/1/${id}`)).status).toBe(200);
    await expect
      .poll(() => server().output(), { timeout: 60_000 })
      .toContain(`didn't return a draw: ${problem}, and what it sent before is served`);
    await calm();
  });

  it("answers 503 for an unknown draw, never that there is no such draw", async () => {
    const { id } = await publish();
    await armAll({ kind: "drop" });
    expect(await instance(id)).toMatchObject({ status: 503, body: { reason: "service-unavailable" } });
    expect((await page(`/${id}`)).status).toBe(500);
    expect(server().output()).toContain("didn't return a draw: away.\"");
    await calm();
    await expect.poll(async () => (await instance(id)).status, { timeout: 60_000 }).toBe(200);
    expect((await page(`/${id}`)).status).toBe(200);
  });
});

describe("words of the upstream platform", () => {
  const heading = (text: string) => ({ data: { checkout: { heading: text } } });

  it("appear on the pages of a draw that has its own, and are updated when only they change", async () => {
    const { id } = await publish({ locale: { useLocal: true } });
    await change({
      words: { [`${id}/en`]: heading("Upstream words"), [`${id}/fr`]: { data: {} } },
    });
    expect((await page(`/${id}`)).text).toContain("Upstream words");
    await change({ words: { [`${id}/en`]: heading("Other words") } });
    await expect.poll(async () => (await page(`/${id}`)).text, { timeout: 60_000 }).toContain("Other words");
  });

  it("are the platform's general ones for a draw without its own", async () => {
    await change({ words: { en: heading("Words for all") } });
    const { id } = await publish();
    expect((await page(`/${id}`)).text).toContain("Words for all");
    await change({ words: { en: null } });
  });

  it("leave a draw on sale if they can't be fetched, have no data, or aren't valid messages", async () => {
    await arm({ at: "locales", kind: "status", status: 500, times: 2 });
    const first = await publish({ locale: { useLocal: true } });
    expect((await page(`/${first.id}`)).status).toBe(200);
    await calm();
    const second = await publish({ locale: { useLocal: true } });
    await change({ words: { [`${second.id}/en`]: { messages: {} } } });
    expect((await page(`/${second.id}`)).status).toBe(200);
    const third = await publish({ locale: { useLocal: true } });
    const words = {
      data: { checkout: { heading: "<script>alert(1)</script>", pay: "Pay {amount", none: "x", total: "Sum" } },
    };
    await change({ words: { [`${third.id}/en`]: words } });
    const { text } = await page(`/${third.id}`);
    expect(text).toContain("Get your tickets");
    expect(text).toContain("Sum");
    expect(text).not.toContain("<script>alert(1)");
    for (const line of ["were not fetched", "have no data", "can't be used"]) expect(server().output()).toContain(line);
  });
});

describe("unknown draws", () => {
  it("are asked for once a minute each, and a few per minute altogether", async () => {
    for (let time = 0; time < 5; time += 1) expect((await instance("nobodys-draw")).status).toBe(404);
    expect(await asked("nobodys-draw")).toBe(1);
    const draw = await publish(titled("Known"));
    await shows(draw.id, "Known");
    const ids = Array.from({ length: 200 }, (_none, at) => `made-up-${at}`);
    const startedMs = Date.now();
    for (const id of ids) expect((await instance(id)).status).toBe(404);
    // A minute may end in between, or several on a slow machine.
    const minutes = 2 + Math.floor((Date.now() - startedMs) / 60_000);
    const times = await Promise.all(ids.map((id) => asked(id)));
    const { points } = callRules["unknown-draws"];
    expect(times.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(points * minutes);
    expect((await instance(draw.id)).status).toBe(200);
    expect((await page("/made-up-199")).status).toBe(404);
  }, 180_000);
});
