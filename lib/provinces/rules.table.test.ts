import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isTimeZone } from "@/lib/local-time";
import { provinceCodes } from "@/lib/postal-address";
import type { ConfirmedRule, HelpLine, ProvinceRules, Rule } from "./rules";
import { isConfirmed } from "./rules";
import { getHelpLine, provinceRules } from "./rules.table";

const manual = readFileSync("docs/draw-rules.md", "utf8");

function readSection(heading: string): string {
  return manual.split(`\n### ${heading}\n`)[1]?.split("\n##")[0] ?? "";
}

/** The cells of the table whose first columns are these, without its head. */
function readTable(section: string, head: string): string[][] {
  const [, rows = ""] = section.split(`\n${head}\n`);
  const [table = ""] = rows.split("\n\n");
  return table
    .split("\n")
    .slice(1)
    .map((row) => row.split("|").slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
}

const section = readSection("Rules by province");
const toCode = (name = "") => /\(([A-Z]{2})\)$/.exec(name)?.[1];

type AnyRule = Rule<number | boolean | HelpLine>;

function listRules(rules: ProvinceRules): [string, AnyRule][] {
  const { timeZone: _timeZone, ...others } = rules;
  return Object.entries(others);
}

function writeValue({ value }: AnyRule): string {
  if (typeof value === "object") return `${value.name} ${value.phone}`;
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}

const toMark = ({ source }: AnyRule) => source?.mark ?? "unconfirmed";
const withoutRemark = (source = "") => source.replace(/^unconfirmed\b.*/, "unconfirmed");
const byText = (left: string, right: string) => (left < right ? -1 : 1);

describe("the table of provinces", () => {
  it("has a known zone and a possible age for each", () => {
    expect(Object.keys(provinceRules).sort()).toEqual([...provinceCodes].sort());
    for (const { timeZone, minimumAge } of Object.values(provinceRules)) {
      expect(isTimeZone(timeZone)).toBe(true);
      expect([18, 19]).toContain(minimumAge.value);
    }
  });

  it("has the ages that the manual lists, with the same sources", () => {
    const documented = readTable(section, "| province or territory | age | source |");
    expect(documented).toHaveLength(provinceCodes.length);
    const ages = provinceCodes.map((code) => {
      const { minimumAge } = provinceRules[code];
      return [code, String(minimumAge.value), toMark(minimumAge)].join(" | ");
    });
    const listed = documented.map(([name, age, source]) => [toCode(name), age, withoutRemark(source)].join(" | "));
    expect(listed.sort(byText)).toEqual(ages.sort(byText));
  });

  it("has the other rules that the manual lists, with the same sources, and none that it doesn't", () => {
    const documented = readTable(section, "| province | rule | value | source |").map(
      ([name, rule = "", value, source]) =>
        [toCode(name), /`(\w+)`/.exec(rule)?.[1], value, withoutRemark(source)].join(" | "),
    );
    const rules = provinceCodes.flatMap((code) =>
      listRules(provinceRules[code])
        .filter(([name, rule]) => isConfirmed(rule) || !["presence", "residence"].includes(name))
        .filter(([name]) => name !== "minimumAge")
        .map(([name, rule]) => [code, name, writeValue(rule), toMark(rule)].join(" | ")),
    );
    expect(documented.sort(byText)).toEqual(rules.sort(byText));
  });

  it("cites only sources that the manual has, with a month of reading", () => {
    const sources = Object.values(provinceRules)
      .flatMap(listRules)
      .flatMap(([, { source }]) => source ?? []);
    expect(sources.length).toBeGreaterThan(8);
    const [, cited = ""] = manual.split("\n## Sources of rules\n");
    const marks = new Set(cited.match(/\bS\d+b?\b/g));
    for (const { mark, title, readOn } of sources) {
      expect(marks).toContain(mark);
      expect(title).toMatch(/^(AGCO|AGLC|RACJ), ./);
      expect(readOn).toMatch(/^20\d\d-(0[1-9]|1[0-2])$/);
    }
  });

  it("assumes for provinces that nobody read about that buyers are there and may live anywhere", () => {
    const unread = provinceCodes.filter((code) => !isConfirmed(provinceRules[code].presence));
    expect(unread).toEqual(["BC", "MB", "NB", "NL", "NS", "NT", "NU", "PE", "SK", "YT"]);
    for (const rules of Object.values(provinceRules)) {
      expect([rules.presence.value, rules.residence.value]).toEqual([true, false]);
      expect(isConfirmed(rules.residence)).toBe(false);
    }
  });
});

describe("a rule", () => {
  /** Stands for anything that refuses. */
  const block = (rule: ConfirmedRule<number>) => rule.source.title;

  it("can block only with a source", () => {
    const { AB, BC } = provinceRules;
    expect([AB, BC].map(({ minimumAge }) => isConfirmed(minimumAge))).toEqual([true, false]);
    expect(isConfirmed(AB.closingMinutes)).toBe(false);
    if (isConfirmed(AB.minimumAge)) expect(block(AB.minimumAge)).toContain("AGLC");
    // @ts-expect-error: the compiler refuses a rule that wasn't asked whether it is confirmed.
    expect(() => block(BC.minimumAge)).toThrow();
  });

  it("names help where a regulator wants it on tickets, and nowhere else", () => {
    const named = provinceCodes.filter((code) => getHelpLine(code));
    expect(named).toEqual(["ON"]);
    expect(getHelpLine("ON")).toEqual({ name: "ConnexOntario", phone: "1-866-531-2600" });
  });
});
