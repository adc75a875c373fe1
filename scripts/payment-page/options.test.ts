import { describe, expect, it } from "vitest";

import { parsePaymentPageOptions } from "./options";

const page = "https://tickets.example/demo5050";

function parse(line: string) {
  return parsePaymentPageOptions(line.split(" ").filter(Boolean));
}

describe("parsePaymentPageOptions", () => {
  it("reads the page, an inventory, scripts and frames, in any order", () => {
    expect(parse(page)).toEqual({ command: "check", page: new URL(page), inventory: null, scripts: [], frames: [] });
    const scripts = ["http://localhost:3100/card.js", "http://localhost:3100/sandbox/"];
    expect(
      parse(
        `--script ${scripts[0]}?v=1 --inventory a.json ${page} --script ${scripts[1]} --frame https://cards.example/f.html`,
      ),
    ).toEqual({
      command: "check",
      page: new URL(page),
      inventory: "a.json",
      scripts,
      frames: ["https://cards.example"],
    });
  });

  it("reads a wish for the list", () => {
    expect(parse("--list")).toEqual({ command: "list", inventory: null });
    expect(parse("--inventory a.json --list")).toEqual({ command: "list", inventory: "a.json" });
  });

  it.each([
    "",
    "tickets.example/demo5050",
    "file:///etc/passwd",
    `${page} ${page}`,
    `${page} --inventory`,
    `${page} --inventory a --inventory b`,
    `${page} --script`,
    `${page} --script card.js`,
    `${page} --frame`,
    `${page} --frame cards.example`,
    `${page} --json`,
    `${page} --list`,
    "--script https://pay.example/card.js --list",
  ])("does not take %j", (line) => expect(parse(line)).toBeNull());
});
