import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { CommandError } from "@/scripts/command/admin-client";
import { parseReportOptions, printReport } from "./print-report";

const head = {
  kind: "draw",
  pools: [],
  winners: [],
  earlyBirds: [],
  openMatters: [],
  title: "",
  organization: "",
  licence: "",
};
const instants = {
  opensAt: "",
  closesAt: "",
  closedAt: null,
  drawsAt: "",
  generatedAt: "",
  approvalState: "",
  timeState: "",
};
const headLine = `${JSON.stringify({ ...head, ...instants })}\n`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tirage-command-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function askFor(answer: (response: ServerResponse) => void): Promise<{ error: unknown; files: string[] }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    answer(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const access = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: "key" };
  const options = { csv: { file: join(folder, "report.csv"), detail: "ranges" as const }, screen: 80 };
  const error = await printReport(access, "any", options).catch((thrown: unknown) => thrown);
  server.close();
  return { error, files: await readdir(folder) };
}

describe("printReport leaves no file and says why if the answer", () => {
  it.each<[string, (response: ServerResponse) => void, RegExp]>([
    ["ends before its end", (response) => response.end(headLine), /stopped before it finished/],
    ["breaks off between two lines", (response) => response.write(headLine, () => response.destroy()), /was cut off/],
    ["breaks off within a line", (response) => response.end(`${headLine}{"kind":"ran`), /was cut off/],
    [
      "says that the server failed",
      (response) => response.end(`${headLine}{"kind":"failed","reason":"service-unavailable","requestId":"r-1"}\n`),
      /service-unavailable, request r-1/,
    ],
  ])("%s", async (_what, answer, message) => {
    const { error, files } = await askFor(answer);
    expect(error).toBeInstanceOf(CommandError);
    expect((error as CommandError).message).toMatch(message);
    expect(files).toEqual([]);
  });
});

describe("parseReportOptions", () => {
  it.each([
    ["", { csv: null }],
    ["--csv", { csv: { file: null, detail: "ranges" } }],
    ["--csv out.csv", { csv: { file: "out.csv", detail: "ranges" } }],
    ["--numbers --csv out.csv", { csv: { file: "out.csv", detail: "numbers" } }],
    ["--csv --numbers", { csv: { file: null, detail: "numbers" } }],
  ])("accepts %j", (words, options) => {
    expect(parseReportOptions(words.split(" ").filter(Boolean), 80)).toEqual({ ...options, screen: 80 });
  });

  it.each(["--numbers", "--colour", "out.csv", "--csv a.csv b.csv"])("rejects %j", (words) => {
    expect(parseReportOptions(words.split(" "), 80)).toBeNull();
  });
});
