import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
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

const byOrder = (value: string) => ({ field: 5, operator: "%3D", value });

test("an order number finds its payment, with amounts as strings and an offset in the time", async () => {
  const { body: paid } = await client.payByCard("4030000010001234", {
    order_number: "FIND1",
    amount: 12.5,
    custom: { ref1: "r" },
  });
  await client.payByCard("4030000010001234", { order_number: "FIND2" });
  const { status, body } = await client.search([byOrder("FIND1")]);
  expect(status).toBe(200);
  expect(body.records).toHaveLength(1);
  expect(body.records[0]).toMatchObject({
    row_id: 1,
    trn_id: Number(paid.id),
    trn_date_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-0[78]:00$/),
    trn_type: "P",
    trn_order_number: "FIND1",
    trn_amount: "12.50",
    trn_returns: "0.00",
    trn_voided: 0,
    trn_response: 1,
    message_id: 1,
    trn_masked_card: "1234",
    currency_abbr: "CAD",
    entry_method: "N",
    ref1: "r",
  });
});

test("declines are listed with response 0, and no match is an empty list", async () => {
  await client.payByCard("4003050500040005", { order_number: "NO1" });
  expect((await client.search([byOrder("NO1")])).body.records).toMatchObject([{ trn_response: 0, message_id: 7 }]);
  expect(await client.search([byOrder("MISSING")])).toMatchObject({ status: 200, body: { records: [] } });
});

test("all criteria must match; prefixes work on references only", async () => {
  await client.payByCard("4030000010001234", { order_number: "A1", amount: 5, custom: { ref1: "draw-1" } });
  await client.payByCard("4030000010001234", { order_number: "A2", amount: 50, custom: { ref1: "draw-1" } });
  const orders = async (criteria: object[]) =>
    (await client.search(criteria)).body.records.map((row) => row.trn_order_number);
  const prefix = { field: "15", operator: "START%20WITH", value: "draw" };
  expect(await orders([prefix])).toEqual(["A1", "A2"]);
  expect(await orders([prefix, { field: 2, operator: "%3E%3D", value: 50 }])).toEqual(["A2"]);
  expect((await client.search([{ field: 5, operator: "START%20WITH", value: "A" }])).body.code).toBe(314);
  expect((await client.search([{ field: 5, operator: "=", value: "A1" }])).body.code).toBe(314);
});

test("dates are in the account's local time, rows are paged, the short report lacks some columns", async () => {
  for (const order of ["P1", "P2", "P3"]) await client.payByCard("4030000010001234", { order_number: order });
  expect((await client.search([], { start_date: "2020-01-01T00:00:00Z" })).body.details).toMatchObject([
    { field: "start_date" },
  ]);
  expect((await client.search([], { end_date: "2020-01-02" })).body.records).toEqual([]);
  expect((await client.search([], { start_row: 1, end_row: 1 })).body.code).toBe(314);
  expect((await client.search([], { start_row: 1, end_row: 502 })).body.code).toBe(314);
  const second = await client.search([], { start_row: "2", end_row: "3", name: "TransHistoryMinimal" });
  expect(second.body.records.map(({ row_id: rowId }) => rowId)).toEqual([2, 3]);
  expect(second.body.records[0]).not.toHaveProperty("entry_method");
});

test("rows past the end of a report are missing, or refused", async () => {
  await client.payByCard("4030000010001234", { order_number: "LAST" });
  const past = () => client.search([], { start_row: 2, end_row: 501 });
  expect((await past()).body.records).toEqual([]);
  await client.control("settings", { reportEnd: "refused" });
  expect(await past()).toMatchObject({ status: 400, body: { code: 314, details: [{ field: "start_row" }] } });
  expect((await client.search([], { start_row: 1, end_row: 500 })).body.records).toHaveLength(1);
});

test("a report can lag behind the money", async () => {
  await client.control("settings", { reportLagMs: 60_000 });
  await client.payByCard("4030000010001234", { order_number: "LATE1" });
  expect((await client.search([byOrder("LATE1")])).body.records).toEqual([]);
  await client.control("clock", { advanceMs: 60_000 });
  expect((await client.search([byOrder("LATE1")])).body.records).toHaveLength(1);
});
