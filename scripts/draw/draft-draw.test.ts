import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, it } from "vitest";
import { findDateContradictions, findInconsistencies } from "@/lib/draws/import/rules.consistency";
import { getSchedule } from "@/lib/draws/rules";
import { drawSchema } from "@/lib/draws/schema";
import { getMinimumAge } from "@/lib/eligibility/rules";
import { provinceCodes } from "@/lib/postal-address";

import { draftDraw } from "./draft-draw";
import { parseDraftOptions } from "./draft-options";
import { readDrawFile } from "./read-draw-file";

const directory = mkdtempSync(join(tmpdir(), "tirage-draft-"));
afterAll(() => rmSync(directory, { recursive: true }));

function read(text: string): unknown {
  const file = join(directory, "draw.jsonc");
  writeFileSync(file, text);
  return readDrawFile(file);
}

const now = new Date("2026-11-23T22:00:00Z");
const keys = { bambora: { merchantId: "300200578", passcode: "passcode-of-payments" } };
const kinds = provinceCodes.flatMap((province) => [false, true].map((isRaffle) => ({ province, isRaffle })));

describe("the draft of a draw", () => {
  it.each(kinds)("needs only its merchant's keys to be imported: $province, raffle $isRaffle", (kind) => {
    const draft = read(draftDraw({ id: "gala-2027", ...kind, now })) as object;
    const draw = drawSchema.parse({ ...draft, apiKeys: keys });
    expect(findInconsistencies(draw)).toEqual([]);
    expect(draw).toMatchObject({ id: "gala-2027", enabledProvinces: [kind.province], isTestDraw: true });
    expect(draft).toHaveProperty("version", 1);
    expect(draw.minimumAge).toBe(getMinimumAge({ province: kind.province }));
    expect(findDateContradictions(draw, null)).toEqual([]);
    const { opensAt, closesAt, drawsAt } = getSchedule(draw);
    expect(drawsAt).toEqual(new Date(draw.prizes["Grand Prize"]?.[0]?.drawDate ?? ""));
    expect(draw).not.toHaveProperty("useRNG");
    expect([opensAt, closesAt].map((at) => new Date(at).getTime() > now.getTime())).toEqual([true, true]);
  });

  it("says which text of a regulator it follows, or that nobody confirmed the rule", () => {
    const draft = (province: "ON" | "BC") => draftDraw({ id: "gala", isRaffle: false, province, now });
    expect(draft("ON")).toContain("  // From which age: AGCO, Ticket sales, read 2026-11.\n");
    expect(draft("BC")).toContain("  // From which age: not confirmed, ask your regulator (docs/draw-rules.md");
  });

  it("can't be imported before its keys are filled in", () => {
    const draft = read(draftDraw({ id: "gala", isRaffle: false, province: "ON", now }));
    const { error } = drawSchema.safeParse(draft);
    expect(error?.issues.map(({ path }) => path.slice(0, 2).join("."))).toContain("apiKeys.bambora");
  });

  it("opens after the clocks went back, although it is written a week before at an hour when they hadn't", () => {
    const night = new Date("2026-10-25T05:30:00Z");
    const text = draftDraw({ id: "gala", isRaffle: false, province: "ON", now: night });
    expect(text).toContain('"startDate": "2026-11-01T09:00:00-05:00"');
  });

  it("says times with the offset of its province, in winter and in summer", () => {
    const at = (province: "NL" | "YT" | "SK", day: string) =>
      draftDraw({ id: "gala", isRaffle: true, province, now: new Date(day) }).match(/"startDate": "(.*)"/)?.[1];
    expect(at("NL", "2026-12-01T12:00:00Z")).toBe("2026-12-08T09:00:00-03:30");
    expect(at("NL", "2027-07-01T12:00:00Z")).toBe("2027-07-08T09:00:00-02:30");
    expect(at("YT", "2027-07-01T12:00:00Z")).toBe("2027-07-08T09:00:00-07:00");
    expect(at("SK", "2027-07-01T12:00:00Z")).toBe("2027-07-08T09:00:00-06:00");
  });
});

describe("the words after `new`", () => {
  it.each([
    [["draws/Gala d’hiver 2027.jsonc"], { id: "gala-d-hiver-2027", isRaffle: false, province: "ON" }],
    [["gala.jsonc", "--raffle", "--province", "qc"], { id: "gala", isRaffle: true, province: "QC" }],
  ])("are read: %j", (words, options) => {
    expect(parseDraftOptions(words)).toMatchObject(options);
  });

  it.each([
    [[]],
    [["gala.jsonc", "other.jsonc"]],
    [["gala.jsonc", "--province", "ZZ"]],
    [["gala.jsonc", "--lottery"]],
    [["….jsonc"]],
  ])("aren't understood: %j", (words) => {
    expect(parseDraftOptions(words)).toBeNull();
  });
});

describe("a draw file", () => {
  it("may have comments, a byte order mark and a comma after the last value", () => {
    expect(read('\uFEFF// A draw\n{ "id": "gala", /* free */ "dates": [], }')).toEqual({ id: "gala", dates: [] });
  });

  it.each([
    ['{\n  "id": "gala"\n  "title": "Gala"\n}', "comma expected at line 3, column 3"],
    ['{ "id": gala }', "invalid symbol at line 1, column 9"],
    ["", "value expected at line 1, column 1"],
    ['{ "id": "gala"', "close brace expected at line 1, column 15"],
  ])("that isn't JSON says where: %s", (text, words) => {
    expect(() => read(text)).toThrow(words);
  });

  it("that isn't there says so", () => {
    expect(() => readDrawFile(join(directory, "none.json"))).toThrow(/Can't read .*none\.json: ENOENT/);
  });
});
