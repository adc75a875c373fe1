import { describe, expect, it } from "vitest";

import { parseConsoleOptions } from "./options";

const parse = (line: string) => parseConsoleOptions(line.split(" "));

describe("npm run console", () => {
  it("invites with a role everywhere, in the draws of a parent, or in one draw", () => {
    const person = { command: "invite", email: "marie@example.com", name: "marie", locale: "en" };
    expect(parse("invite marie@example.com --role admin")).toEqual({
      ...person,
      roles: [{ role: "admin", scope: { kind: "everything" } }],
    });
    expect(parse("invite marie@example.com --role order-manager --parent hawks --name Marie --lang fr")).toEqual({
      ...{ ...person, name: "Marie", locale: "fr" },
      roles: [{ role: "Order Manager", scope: { kind: "parent", parentId: "hawks" } }],
    });
    expect(parse("invite marie@example.com --role auditor --draw arena")).toMatchObject({
      roles: [{ role: "auditor", scope: { kind: "draw", drawId: "arena" } }],
    });
  });

  it.each([
    "",
    "invite",
    "invite marie",
    "invite marie@example.com",
    "invite marie@example.com --role king",
    "invite marie@example.com --role admin --role auditor",
    "invite marie@example.com --role admin --parent a --draw b",
    "invite marie@example.com --role admin --lang de",
    "invite marie@example.com --role",
    "list all",
  ])("doesn't take %j", (line) => {
    expect(parse(line)).toBeNull();
  });
});
