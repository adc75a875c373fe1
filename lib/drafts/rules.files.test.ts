import { describe, expect, it } from "vitest";

import { maxFileBytes, readDefinitionFile } from "./rules.files";

const read = (definition: unknown) => {
  const result = readDefinitionFile(JSON.stringify(definition));
  return result.ok ? result.file : result.problem;
};

describe("a file", () => {
  it("gives the fields of the set-up, and names what isn't taken", () => {
    const people = { userIDs: ["u1"], userRoles: {}, winners: [], paymentProvider: "bambora" };
    const file = { id: "gala", parentId: "arena", title: "Gala", ...people, version: 3, colour: "red" };
    expect(read(file)).toEqual({
      ...{ drawId: "gala", parentId: "arena", title: "Gala", content: { title: "Gala" } },
      ...{ hasCredentials: false, leftOutFields: ["userIDs"], unknownFields: ["colour"] },
    });
  });

  it("gives no credentials, and says so", () => {
    const bambora = { merchantId: "300200578", passcode: "secret-passcode" };
    const file = read({ title: "Gala", apiKeys: { bambora } });
    expect(file).toMatchObject({ hasCredentials: true });
    expect(JSON.stringify(file)).not.toContain("secret-passcode");
    expect(read({ title: "Gala", apiKeys: {} })).toMatchObject({ hasCredentials: false });
  });

  it("may begin with a byte order mark", () => {
    expect(readDefinitionFile(`\uFEFF{"title":"Gala"}`)).toMatchObject({ ok: true });
  });

  it.each([
    ["is no JSON", "title: Gala", "not-json"],
    ["is empty", "", "not-json"],
    ["is a list", "[1]", "not-a-draw"],
    ["is a word", '"gala"', "not-a-draw"],
    ["has no field of a draw", '{"colour":"red","id":"gala"}', "not-a-draw"],
    ["is too large", JSON.stringify({ title: "é".repeat(maxFileBytes / 2) }), "too-large"],
  ])("that %s is refused in words", (_name, text, problem) => {
    expect(readDefinitionFile(text)).toEqual({ ok: false, problem });
  });
});
