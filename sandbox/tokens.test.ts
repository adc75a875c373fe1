import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RunningSandbox } from "./start-sandbox";
import { startSandbox } from "./start-sandbox";
import type { SandboxClient } from "./test-client";
import { createClient } from "./test-client";

let sandbox: RunningSandbox;
let client: SandboxClient;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = createClient(sandbox.url);
});
afterAll(() => sandbox.close());
beforeEach(() => client.control("reset"));

const approved = "4030000010001234";

describe("a token", () => {
  const byToken = (code: string, order: string, token: object = {}) => ({
    amount: 20,
    order_number: order,
    payment_method: "token",
    token: { code, name: "Camille Roy", complete: true, ...token },
  });

  test("pays once; without complete it only authorizes", async () => {
    const code = await client.token();
    expect(code).toMatch(/^[a-z0-9]+-[0-9a-f]{8}-/);
    expect(code.length).toBeLessThanOrEqual(40);
    const reserved = await client.pay(byToken(await client.token(), "ORDER2", { complete: undefined }));
    expect(reserved.body).toMatchObject({ type: "PA", links: [{ rel: "complete" }] });
    expect((await client.pay(byToken(code, "ORDER1"))).body).toMatchObject({ type: "P", approved: "1" });
    const again = await client.pay(byToken(code, "ORDER3"));
    expect(again.status).toBe(402);
    expect(again.body).toEqual({ code: 936, category: 2, message: "Declined please try again", reference: "" });
    expect((await client.ledger()).totals.capturedCents).toBe(2_000);
  });

  test("is valid for five minutes", async () => {
    const good = await client.token();
    await client.control("clock", { advanceMs: 4 * 60_000 });
    const old = await client.pay(byToken(good, "ORDER1"));
    expect(old.status).toBe(200);
    const late = await client.token();
    await client.control("clock", { advanceMs: 5 * 60_000 + 1_000 });
    expect((await client.pay(byToken(late, "ORDER2"))).body.code).toBe(936);
    expect((await client.pay(byToken("sb1-unknown", "ORDER3"))).body.code).toBe(936);
  });

  test("is also issued for a bad card, which is then refused; a short name is refused with its path", async () => {
    const code = await client.token("4030000010001235");
    expect((await client.pay(byToken(code, "ORDER1"))).body).toMatchObject({ code: 52, category: 3 });
    const short = await client.pay(byToken(await client.token(), "ORDER2", { name: "Roy" }));
    expect(short.status).toBe(400);
    expect(short.body).toMatchObject({ code: 314, category: 3, details: [{ field: "token:name" }] });
  });

  test("can't be created or used while the token service is down", async () => {
    const code = await client.token();
    await client.control("settings", { tokenService: "down" });
    expect((await client.pay(byToken(code, "ORDER1"))).body.code).toBe(937);
    expect((await client.call("POST", "/scripts/tokenization/tokens", { number: approved })).status).toBe(503);
    await client.control("settings", { tokenService: "up" });
    expect((await client.pay(byToken(code, "ORDER1"))).status).toBe(200);
  });
});
