import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import type { OrderView } from "@/lib/orders/rules";
import type { RunningSandbox } from "@/sandbox/start-sandbox";
import { startSandbox } from "@/sandbox/start-sandbox";
import { adminCall, createBuyer, tokenFor } from "@/tests/support/buyer";
import type { DrawInput } from "@/tests/support/draw";
import { drawWith } from "@/tests/support/draw";
import type { FaultInput } from "@/tests/support/sandbox-control";
import { armFault, changeUpstream, clearFaults, upstreamAsked } from "@/tests/support/sandbox-control";
import type { Server } from "@/tests/support/server";
import { startServer } from "@/tests/support/server";

const token = "token-of-the-feed";

let sandbox: RunningSandbox;
let server: Server;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, host: "127.0.0.1" });
  await changeUpstream(sandbox.url, { token });
  const env = { DRAWS_URL: sandbox.url, DRAWS_TOKEN: token, DRAWS_REFRESH_SECONDS: "1" };
  server = await startServer({ sandbox, env });
});
afterAll(async () => {
  await server.stop();
  await sandbox.close();
});
beforeEach(() => clearFaults(sandbox.url));

/** A draw that the platform has from now on. */
async function publish(overrides: Partial<DrawInput> = {}): Promise<DrawInput> {
  const draw = drawWith(overrides);
  await changeUpstream(sandbox.url, { instances: { [draw.id]: draw } });
  return draw;
}

const everyFault = (fault: Record<string, unknown>) =>
  armFault(sandbox.url, { at: "instance", times: 1000, ...fault } as FaultInput);

async function page(path: string) {
  const startedMs = Date.now();
  const answer = await fetch(`${server.url}${path}`);
  return { status: answer.status, text: await answer.text(), tookMs: Date.now() - startedMs };
}

async function instance(instanceId: string) {
  const { status, body } = await createBuyer(server).call<{ title: { en: string }; maxTickets: number | null }>(
    "POST",
    "/api/getInstance",
    { instanceId },
  );
  return { status, body };
}

async function buy(instanceId: string) {
  const buyer = createBuyer(server);
  const placed = await buyer.placeOrder({ instanceId });
  const order: OrderView = placed.body.order;
  return (await buyer.pay(order, await tokenFor(server.sandboxUrl))).status;
}

const titled = (title: string) => ({ title: { en: title, fr: title } });

/** Waits until the server tells a draw by `title`. */
async function shows(instanceId: string, title: string): Promise<void> {
  await expect.poll(async () => (await instance(instanceId)).body.title.en, { timeout: 20_000 }).toBe(title);
}

/** Waits until visitors made the server ask for a draw so many times more. */
async function visitUntilAsked(id: string, times: number): Promise<void> {
  const before = await upstreamAsked(sandbox.url, id);
  const visited = async () => {
    await instance(id);
    return (await upstreamAsked(sandbox.url, id)) - before;
  };
  await expect.poll(visited, { timeout: 20_000, interval: 200 }).toBeGreaterThanOrEqual(times);
}

describe("a draw of the upstream platform", () => {
  it("is found by its first visitor, in both languages, and sold", async () => {
    const { id } = await publish(titled("From upstream"));
    expect((await page(`/${id}`)).text).toContain("From upstream");
    expect((await page(`/fr/${id}`)).status).toBe(200);
    expect(await buy(id)).toBe(200);
  });

  it("shows its secrets to nobody", async () => {
    const { id, apiKeys } = await publish();
    const seen = [(await page(`/${id}`)).text, JSON.stringify((await instance(id)).body), server.output()].join();
    for (const secret of [apiKeys?.bambora?.passcode, apiKeys?.bambora?.reportingPasscode, token]) {
      expect(secret).toBeTruthy();
      expect(seen).not.toContain(secret);
    }
  });

  it("is asked for a time or two by many who come at once, and not imported again while nobody changed it", async () => {
    const { id } = await publish();
    const visits = await Promise.all(Array.from({ length: 20 }, () => instance(id)));
    expect(visits.map(({ status }) => status)).toEqual(visits.map(() => 200));
    expect(await upstreamAsked(sandbox.url, id)).toBeLessThan(4);
    await visitUntilAsked(id, 2);
    const { body } = await adminCall<{ entries: { action: string }[] }>(
      server,
      "GET",
      `/api/admin/draws/${id}/history`,
    );
    expect(body.entries.map(({ action }) => action).sort()).toEqual(["credentials-changed", "draw-imported"]);
  });

  it("is shown as it was changed, also to those who come first after the change", async () => {
    const draw = await publish(titled("Before"));
    await shows(draw.id, "Before");
    await publish({ ...draw, ...titled("After") });
    await shows(draw.id, "After");
    await expect.poll(async () => (await page(`/${draw.id}`)).text, { timeout: 20_000 }).toContain("After");
  });

  it("sells on as it was when a change is forbidden after a sale, and the log says so once", async () => {
    const draw = await publish({ ...titled("Locked"), maxTickets: 500 });
    await shows(draw.id, "Locked");
    expect(await buy(draw.id)).toBe(200);
    await publish({ ...draw, ...titled("Unlocked"), maxTickets: 100 });
    await visitUntilAsked(draw.id, 1);
    await expect.poll(() => server.output(), { timeout: 20_000 }).toMatch(new RegExp(`${draw.id}.*draw-locked`));
    const { body } = await instance(draw.id);
    expect(body).toMatchObject({ title: { en: "Locked" }, maxTickets: 500 });
    expect(await buy(draw.id)).toBe(200);
    await visitUntilAsked(draw.id, 2);
    expect(server.output().split(`Draw ${draw.id} as the upstream`).length).toBe(2);
    await publish({ ...draw, ...titled("Allowed") });
    await shows(draw.id, "Allowed");
  });

  it("sells on as it was when its definition does not fit the schema or is another draw's", async () => {
    const draw = await publish(titled("Sound"));
    await shows(draw.id, "Sound");
    for (const broken of [{ ...draw, province: "XX" }, { ...draw, id: "another" }, []]) {
      await changeUpstream(sandbox.url, { instances: { [draw.id]: broken } });
      await visitUntilAsked(draw.id, 1);
      expect((await instance(draw.id)).body).toMatchObject({ title: { en: "Sound" } });
    }
    expect(server.output()).toMatch(new RegExp(`${draw.id}.*invalid-input, province malformed`));
    expect(await buy(draw.id)).toBe(200);
  });
});

describe("an admin who does not want to wait", () => {
  const refresh = (id: string) => adminCall<{ draw: unknown }>(server, "POST", `/api/admin/draws/${id}/refresh`);

  it("fetches a draw, and is told what is wrong with it", async () => {
    const draw = await publish(titled("Fetched"));
    expect(await refresh(draw.id)).toMatchObject({ status: 200, body: { draw: { title: "Fetched" } } });
    expect((await page(`/${draw.id}`)).text).toContain("Fetched");
    await publish({ ...draw, license: 7 } as unknown as DrawInput);
    await visitUntilAsked(draw.id, 1);
    expect(server.output()).toContain("license wrong-type");
    const fields = [{ field: "license", problem: "wrong-type" }];
    await expect.poll(async () => (await refresh(draw.id)).body, { timeout: 20_000 }).toMatchObject({ fields });
    expect(await refresh("nobodys")).toMatchObject({ status: 404, body: { reason: "draw-not-found" } });
  });
});

describe("a platform that is not there", () => {
  it.each([
    ["away", { kind: "drop" }],
    ["broken", { kind: "status", status: 500 }],
    ["slow", { kind: "delay", delayMs: 60_000 }],
    ["malformed", { kind: "garbage", moment: "before" }],
    ["flooding", { kind: "flood" }],
    ["elsewhere", { kind: "redirect", location: "http://127.0.0.1:9/" }],
  ])("and is %s keeps nobody from buying, and nobody waits for it", async (_what, fault) => {
    const { id } = await publish(titled("Kept"));
    await shows(id, "Kept");
    await everyFault(fault);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const shown = await page(`/${id}?title=x`);
    expect(shown).toMatchObject({ status: 200 });
    expect(shown.tookMs).toBeLessThan(4000);
    expect(await buy(id)).toBe(200);
    expect((await page(`/1/${id}`)).status).toBe(200);
    await expect
      .poll(() => server.output(), { timeout: 20_000 })
      .toMatch(/asked for a draw in vain: \w+, and what it sent before is served/);
    await clearFaults(sandbox.url);
  });

  it("is no reason to say that there is no such draw", async () => {
    const { id } = await publish();
    await everyFault({ kind: "drop" });
    expect(await instance(id)).toMatchObject({ status: 503, body: { reason: "service-unavailable" } });
    expect((await page(`/${id}`)).status).toBe(500);
    await clearFaults(sandbox.url);
    await expect.poll(async () => (await instance(id)).status, { timeout: 20_000 }).toBe(200);
    expect((await page(`/${id}`)).status).toBe(200);
  });
});

describe("words of the upstream platform", () => {
  const heading = (text: string) => ({ data: { checkout: { heading: text } } });

  it("are said by the pages of a draw that has its own, and others once they change alone", async () => {
    const { id } = await publish({ locale: { useLocal: true } });
    await changeUpstream(sandbox.url, {
      words: { [`${id}/en`]: heading("Upstream words"), [`${id}/fr`]: { data: {} } },
    });
    expect((await page(`/${id}`)).text).toContain("Upstream words");
    await changeUpstream(sandbox.url, { words: { [`${id}/en`]: heading("Other words") } });
    await expect.poll(async () => (await page(`/${id}`)).text, { timeout: 20_000 }).toContain("Other words");
  });

  it("are the platform's general ones for a draw without its own", async () => {
    await changeUpstream(sandbox.url, { words: { en: heading("Words for all") } });
    const { id } = await publish();
    expect((await page(`/${id}`)).text).toContain("Words for all");
    await changeUpstream(sandbox.url, { words: { en: null } });
  });

  it("leave a draw on sale when they cannot be fetched, have no data, or cannot be said", async () => {
    await armFault(sandbox.url, { at: "locales", kind: "status", status: 500, times: 2 });
    const first = await publish({ locale: { useLocal: true } });
    expect((await page(`/${first.id}`)).status).toBe(200);
    await clearFaults(sandbox.url);
    const second = await publish({ locale: { useLocal: true } });
    await changeUpstream(sandbox.url, { words: { [`${second.id}/en`]: { messages: {} } } });
    expect((await page(`/${second.id}`)).status).toBe(200);
    const third = await publish({ locale: { useLocal: true } });
    const words = {
      data: { checkout: { heading: "<script>alert(1)</script>", pay: "Pay {amount", none: "x", total: "Sum" } },
    };
    await changeUpstream(sandbox.url, { words: { [`${third.id}/en`]: words } });
    const { text } = await page(`/${third.id}`);
    expect(text).toContain("Get your tickets");
    expect(text).toContain("Sum");
    expect(text).not.toContain("<script>alert(1)");
    for (const line of ["were not fetched", "have no data", "cannot be said"]) expect(server.output()).toContain(line);
  });
});

describe("draws that nobody has", () => {
  it("are asked for once a minute each, and a few a minute together", async () => {
    for (let time = 0; time < 5; time += 1) expect((await instance("nobodys-draw")).status).toBe(404);
    expect(await upstreamAsked(sandbox.url, "nobodys-draw")).toBe(1);
    const known = await publish(titled("Known"));
    await shows(known.id, "Known");
    const ids = Array.from({ length: 120 }, (_none, at) => `made-up-${at}`);
    for (const id of ids) expect((await instance(id)).status).toBe(404);
    const asked = await Promise.all(ids.map((id) => upstreamAsked(sandbox.url, id)));
    expect(asked.reduce((sum, times) => sum + times, 0)).toBeLessThanOrEqual(60);
    expect((await instance(known.id)).status).toBe(200);
    expect((await page("/made-up-119")).status).toBe(404);
  });
});
