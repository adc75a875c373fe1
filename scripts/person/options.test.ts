import { expect, it } from "vitest";
import { parsePersonOptions } from "./options";
import { personLines } from "./text";

const read = (words: string) => parsePersonOptions(words.split(" "));

it("reads an export and an erasure", () => {
  expect(read("export a@example.test")).toEqual({ command: "export", email: "a@example.test", file: null });
  expect(read("export a@example.test --file out.json")).toMatchObject({ file: "out.json" });
  expect(read("erase a@example.test")).toEqual({ command: "erase", email: "a@example.test", dryRun: false });
  expect(read("erase a@example.test --dry-run")).toMatchObject({ dryRun: true });
});

it.each([
  "",
  "erase",
  "erase marie",
  "erase a@b.ca --dry",
  "erase a@b.ca --dry-run now",
  "export a@b.ca --file",
  "show a@b.ca",
])("refuses %s", (words) => {
  expect(read(words)).toBeNull();
});

it("says why an order keeps its buyer, and until when", () => {
  const order = { drawId: "demo", orderCode: "A-1" };
  const kept = [{ ...order, obstacle: "prize-unclaimed", until: "2027-05-31T18:00:00.000Z" }] as const;
  expect(personLines({ erased: [order], kept: [...kept], unfinished: 0, access: null }, true)).toEqual([
    "Would be erased from 1 order(s):",
    "  A-1 (demo)",
    "Kept in 1 order(s):",
    "  A-1 (demo): a prize that isn't claimed may be drawn again, until 2027-05-31",
  ]);
  const nothing = { erased: [], kept: [], unfinished: 0, access: null };
  expect(personLines(nothing, false)).toEqual(["Nothing is stored under this email address."]);
});

it("says what was erased before a failure, and that more is left", () => {
  const lines = personLines(
    { erased: [{ drawId: "demo", orderCode: "A-1" }], kept: [], unfinished: 2, access: null },
    false,
  );
  expect(lines).toEqual([
    "Erased from 1 order(s):",
    "  A-1 (demo)",
    "Then the server failed: 2 order(s) are as they were. Run it again.",
  ]);
});

it("says what becomes of a person of the console", () => {
  const nothing = { erased: [], kept: [], unfinished: 0 };
  expect(personLines({ ...nothing, access: "erased" }, false)).toEqual(["Erased from the people of the console."]);
  expect(personLines({ ...nothing, access: "erased" }, true)).toEqual([
    "Would be erased from the people of the console.",
  ]);
  expect(personLines({ ...nothing, access: "kept" }, false)).toEqual([
    "Kept as one of the people of the console: revoke their access first.",
  ]);
});
