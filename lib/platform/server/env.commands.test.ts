import { randomBytes } from "node:crypto";

import { describe, expect, it } from "vitest";

import { toKeyRing } from "./env";
import { parseKeysEnvironment } from "./env.commands";

const [current = "", earlier = "", first = ""] = [1, 2, 3].map(() => randomBytes(32).toString("base64"));

describe("what npm run keys reads", () => {
  it("is a ring, the current key first, and needs nothing else of a server", () => {
    const environment = parseKeysEnvironment({ SECRETS_KEY: current, SECRETS_KEY_PREVIOUS: `${earlier},${first}` });
    expect(toKeyRing(environment).map((key) => Buffer.from(key).toString("base64"))).toEqual([current, earlier, first]);
    expect(toKeyRing(parseKeysEnvironment({ SECRETS_KEY: current }))).toHaveLength(1);
  });

  it.each([
    ["no key", { SECRETS_KEY: "" }, "SECRETS_KEY: "],
    ["a weak key", { SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") }, "SECRETS_KEY: is too weak"],
    ["a key twice", { SECRETS_KEY_PREVIOUS: current }, "SECRETS_KEY_PREVIOUS: has SECRETS_KEY as well"],
    ["a file that isn't there", { SECRETS_KEY_PREVIOUS_FILE: "/nowhere" }, "SECRETS_KEY_PREVIOUS_FILE: names no file"],
  ])("is refused with %s", (_name, changes, problem) => {
    expect(() => parseKeysEnvironment({ SECRETS_KEY: current, ...changes })).toThrow(problem);
  });

  it("isn't told to be missing if its file can't be read", () => {
    const parse = () => parseKeysEnvironment({ SECRETS_KEY_FILE: "/nowhere" });
    expect(parse).toThrow(/SECRETS_KEY_FILE: names no file/);
    expect(parse).not.toThrow(/SECRETS_KEY: /);
  });
});
