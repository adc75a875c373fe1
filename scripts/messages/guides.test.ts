import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import english from "@/messages/en.json" with { type: "json" };
import french from "@/messages/fr.json" with { type: "json" };
import { parseReportOptions } from "@/scripts/draw/print-report";
import { warningLines } from "@/scripts/draw/report-text";

import { frenchTypographyProblems } from "./french-typography";

type Words = { [key: string]: string | Words };

function listTexts(words: Words): string[] {
  return Object.values(words).flatMap((word) => (typeof word === "string" ? [word] : listTexts(word)));
}

/** `…` represents each value. Only plain spaces are folded, because French has others. */
function quoted(text: string): string {
  return text
    .replace(/\{\w+\}/g, "…")
    .replace(/[ \n]+/g, " ")
    .trim();
}

function boldIn(file: string): string[] {
  const text = readFileSync(file, "utf8").replace(/[ \n]+/g, " ");
  return [...text.matchAll(/\*\*(.+?)\*\*/g)].map(([, words = ""]) => words);
}

/** The sentence that explains bold text quotes no message. */
const explained = ["bold", "gras"];

function missingFrom(bold: string[], messages: Words): string[] {
  const known = new Set(listTexts(messages).map(quoted));
  return bold.filter((words) => !explained.includes(words) && !known.has(words));
}

describe("a guide", () => {
  it.each([
    ["docs/guides/operators.md", english],
    ["docs/guides/preposes.md", french],
    ["docs/guides/first-draw.md", english],
    ["docs/guides/premier-tirage.md", french],
  ])("quotes in %s what the screen shows", (file, messages) => {
    const bold = boldIn(file);
    expect(bold.length).toBeGreaterThan(20);
    expect(missingFrom(bold, messages as unknown as Words)).toEqual([]);
  });

  it("would be found out if a button changed its name", () => {
    expect(missingFrom(["Cash", "Cash in"], english as unknown as Words)).toEqual(["Cash in"]);
  });
});

it.each(["preposes", "premier-tirage"])("the French guide %s has the typography of its screens", (name) => {
  const lines = readFileSync(`docs/guides/${name}.md`, "utf8").split("\n");
  const wrong = lines.filter((line) => !/^\| ---/.test(line) && frenchTypographyProblems(line).length > 0);
  expect(wrong).toEqual([]);
});

describe("the guide to a first draw by commands", () => {
  const guide = readFileSync("docs/guides/first-draw-commands.md", "utf8");

  it("asks for a report of every number", () => {
    const [, words = ""] = /npm run draw -- report winter-gala (.*?) +#/.exec(guide) ?? [];
    expect(parseReportOptions(words.split(" "), 80)).toMatchObject({ csv: { detail: "numbers" } });
  });

  it("quotes the line that says that figures aren't final", () => {
    const head = { isTest: false, isFinal: false, openMatters: [], openAttempts: 0, openRefunds: 0 };
    const [line = ""] = warningLines(head as unknown as Parameters<typeof warningLines>[0]);
    expect(guide).toContain(line.replace(": . ***", ": … ***"));
  });
});
