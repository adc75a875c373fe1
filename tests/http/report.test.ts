import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { OrderView } from "@/lib/orders/rules";
import type { ReportRange, ReportRecord } from "@/lib/reports/rules";
import type { Line } from "@/tests/support/calls/buyer";
import { cards, createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { isFullRun } from "@/tests/support/runner/which-tests";
import { startServerWithout } from "@/tests/support/sabotage/sabotaged-server";
import type { CommandResult } from "@/tests/support/servers/commands";
import { runAdmin } from "@/tests/support/servers/commands";
import type { Server } from "@/tests/support/servers/server";
import { shareServer } from "@/tests/support/servers/shared-server";

function runDraw(server: Server, words: string[], columns = 80): Promise<CommandResult> {
  return runAdmin("draw", server, words, { COLUMNS: String(columns) });
}

async function readReport(server: Server, drawId: string, key = server.adminKey): Promise<Response> {
  return fetch(`${server.url}/api/admin/draws/${drawId}/report`, { headers: { authorization: `Bearer ${key}` } });
}

async function streamRecords(response: Response): Promise<ReportRecord[]> {
  const text = await response.text();
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as ReportRecord);
}

async function buy(server: Server, instanceId: string, lines: Line[], card?: string): Promise<OrderView> {
  const buyer = createBuyer(server);
  const placed = await buyer.placeOrder({ instanceId, lines });
  expect(placed.status).toBe(201);
  await buyer.pay(placed.body.order, await tokenFor(server.sandboxUrl, card));
  return (await buyer.readOrder(placed.body.order)).body.order;
}

const line = (packageId: string, quantity = 1, poolId = "main"): Line => ({ poolId, packageId, quantity });

const draw = drawWith({
  id: "reported",
  title: "=HYPERLINK(1)",
  license: "+1;=2",
  isTestDraw: true,
  maxTickets: 60,
  jackpotTotal: 1000,
  secondDraws: [
    {
      id: "quilt",
      type: "Prize raffle",
      title: "Quilt",
      license: "QUILT-2",
      ticketPackageInfo: [{ id: "pair", tickets: 2, price: 7.5 }],
    },
  ],
});

describe("the report of a draw", () => {
  let server: Server;
  let folder: string;
  let orders: OrderView[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tirage-report-"));
    server = await shareServer();
    await importDraw(server, draw);
    orders = [
      await buy(server, "reported", [line("ten"), line("pair", 2, "quilt")]),
      await buy(server, "reported", [line("three")]),
    ];
    await buy(server, "reported", [line("forty")], cards.declined);
  });

  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("accounts for every number, one record per line, and contains nothing about the buyers", async () => {
    const response = await readReport(server, "reported");
    expect(response.headers.get("content-type")).toContain("application/x-ndjson");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const records = await streamRecords(response);
    const [first, second] = orders;
    const rows = records.filter((record): record is ReportRange => record.kind === "range");
    expect(rows.map((row) => [row.poolId, row.first, row.last, row.state, row.orderCode, row.amountCents])).toEqual([
      ["main", 1, 10, "sold", first?.orderCode, 1000],
      ["main", 11, 13, "sold", second?.orderCode, 500],
      ["main", 14, 60, "never-issued", null, null],
      ["quilt", 1, 4, "sold", first?.orderCode, 1500],
    ]);
    expect(records[0]).toMatchObject({
      kind: "draw",
      isTest: true,
      isFinal: false,
      pools: [{ held: 40 }, { held: 0 }],
    });
    expect(records.at(-1)).toMatchObject({ kind: "end", addsUp: true, grand: { orders: 2, soldCents: 3000 } });
    const text = JSON.stringify(records);
    expect(text).not.toMatch(/rosalie|tremblay/i);
    for (const { orderId } of orders) expect(text).not.toContain(orderId);
  });

  it("is refused without the admin's key, and for a draw that doesn't exist", async () => {
    expect((await readReport(server, "reported", "not-the-key")).status).toBe(401);
    expect((await readReport(server, "nowhere")).status).toBe(404);
  });

  it.each([80, 120])("is printed on a screen of %d columns without any longer line", async (columns) => {
    const { code, stdout, stderr } = await runDraw(server, ["report", "reported"], columns);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    const lines = stdout.split("\n");
    expect(lines.filter((printed) => printed.length > columns)).toEqual([]);
    for (const text of ["TEST DRAW", "NOT FINAL: sales have not ended", "$1,015.00", "$507.50 (estimated)"]) {
      expect(stdout).toContain(text);
    }
    expect(stdout).toMatch(
      new RegExp(`1-10 +10  sold +${orders[0]?.orderCode} +[\\d:]{8} -0[45]:00  web card +\\$10\\.00`),
    );
    expect(stdout).toMatch(/14-60 +47 {2}never issued/);
    expect(stdout).toContain("47, 40 of them held by open orders");
    expect(stdout).toMatch(/All +2 +17 +\$30\.00 +0 +\$0\.00/);
    expect(lines.at(-2)).toBe("Everything adds up: every number, every cent.");
  });

  it("is written as CSV for Excel, with nothing that it would treat as a formula", async () => {
    const file = join(folder, "report.csv");
    const { code, stdout } = await runDraw(server, ["report", "reported", "--csv", file]);
    expect(code).toBe(0);
    expect(stdout).toContain(`The numbers are in ${file}.`);
    const lines = (await readFile(file, "utf8")).split("\r\n");
    expect(lines[0]).toMatch(/^\u{feff}"draw","licence","pool","first_number","last_number","tickets","state"/u);
    // An apostrophe keeps spreadsheets from reading the code as a number.
    expect(lines[1]).toMatch(
      /^"reported","'\+1;'=2","main",1,10,10,"sold","'?\w{8}","[\d-]{10}T[\d:.]{12}-0[45]:00",,"web"/,
    );
    expect(lines[1]).toMatch(/,"ten",,10,"TEST, NOT FINAL"$/);
    expect(lines).toHaveLength(6);
    expect(await readdir(folder)).toEqual(["report.csv"]);
  });

  it("is written number by number to standard output, and its amounts add up there too", async () => {
    const { code, stdout, stderr } = await runDraw(server, ["report", "reported", "--csv", "--numbers"]);
    expect(code).toBe(0);
    expect(stderr).toContain("Everything adds up");
    const [, ...cells] = stdout
      .trimEnd()
      .split("\r\n")
      .map((text) => text.split(","));
    expect(cells.map((row) => `${row[2]} ${row[3]}`)).toEqual([
      ...Array.from({ length: 60 }, (_none, at) => `"main" ${at + 1}`),
      ...Array.from({ length: 4 }, (_none, at) => `"quilt" ${at + 1}`),
    ]);
    // The note at the end contains a comma.
    expect(cells.reduce((sum, row) => sum + Number(row.at(-3)), 0)).toBe(30);
  });

  it("says in one line what is wrong with a call", async () => {
    const unknown = await runDraw(server, ["report", "nowhere"]);
    expect([unknown.code, unknown.stdout]).toEqual([1, ""]);
    expect(unknown.stderr).toContain("(draw-not-found)");
    const option = await runDraw(server, ["report", "reported", "--colour"]);
    expect([option.code, option.stderr.startsWith("Usage:")]).toEqual([1, true]);
    const file = await runDraw(server, ["report", "reported", "--csv", join(folder, "missing", "report.csv")]);
    expect([file.code, file.stderr.includes("Can't write")]).toEqual([1, true]);
  });
});

describe.runIf(isFullRun)("negative control", () => {
  it("the report of a server whose counter gains a cent with each sale doesn't add up", async () => {
    const server = await startServerWithout([
      `create function add_a_cent() returns trigger language plpgsql as $$ begin
        update pools set sales_cents = sales_cents + 1 where draw_id = new.draw_id and pool_id = new.pool_id;
        return new; end $$`,
      "create trigger add_a_cent after insert on number_ranges for each row execute function add_a_cent()",
    ]);
    try {
      await importDraw(server, draw);
      await buy(server, "reported", [line("ten")]);
      const { code, stdout, stderr } = await runDraw(server, ["report", "reported"]);
      expect(code).toBe(1);
      expect(stdout).toContain("*** THIS REPORT DOES NOT ADD UP: 1 problem. ***");
      expect(stdout).toContain(
        "pool main: the counter of sales differs from the amounts of the lines (expected $10.01, found $10.00)",
      );
      expect(stderr).toContain("The report does not add up.");
    } finally {
      await server.stop();
    }
  });
});
