import { describe, expect, it } from "vitest";

import { liveEnvironment as live, environmentProblems as problemsOf } from "@/tests/support/servers/live-environment";
import { parseEnvironment } from "./env";
import { endingHosts } from "./env.gateways";

describe("BAMBORA_EXTRA_HOSTS", () => {
  const extra = "api=api.example.com, script=libs.example.com frames=cards.example.com boarding=boarding.example.com";
  const moved = {
    BAMBORA_EXTRA_HOSTS: extra,
    BAMBORA_API_URL: "https://api.example.com",
    BAMBORA_SCRIPT_URL: "https://libs.example.com/customcheckout/1/customcheckout.js",
    BAMBORA_BOARDING_URL: "https://boarding.example.com",
    BAMBORA_BOARDING_TOKEN: "token-of-boarding",
  };

  it.each(["live", "test"])("lets a %s server use exactly these hosts, beside the ones it knows", (TIRAGE_MODE) => {
    expect(problemsOf({ ...live, ...moved, TIRAGE_MODE })).toBe("");
    expect(problemsOf({ ...live, TIRAGE_MODE, BAMBORA_EXTRA_HOSTS: extra })).toBe("");
  });

  it.each([
    ["BAMBORA_API_URL", "https://libs.example.com"],
    ["BAMBORA_API_URL", "https://cards.example.com"],
    ["BAMBORA_API_URL", "https://pay.api.example.com"],
    ["BAMBORA_API_URL", "https://api.example.com:8443"],
    ["BAMBORA_API_URL", "http://api.example.com"],
    ["BAMBORA_API_URL", "https://user:password@api.example.com"],
    ["BAMBORA_SCRIPT_URL", "https://cards.example.com/c.js"],
    ["BAMBORA_SCRIPT_URL", "https://libs.example.com.example.net/c.js"],
    ["BAMBORA_BOARDING_URL", "https://api.example.com"],
  ])("allows each host for its own role alone: not %s=%s", (variable, url) => {
    expect(problemsOf({ ...live, ...moved, [variable]: url })).toContain(`${variable}: must be`);
  });

  it("says which entry an unknown host is missing", () => {
    const message = problemsOf({ ...live, BAMBORA_API_URL: "https://api.example.com" });
    expect(message).toContain("BAMBORA_API_URL: must be at https://api.na.bambora.com in live mode");
    expect(message).toContain("BAMBORA_EXTRA_HOSTS must name its host as api=");
  });

  it.each([
    ...["api=*.example.com", "api=*", "api=.example.com", "api=example", "api=localhost", "api=api.example.com."],
    ...["api=10.0.0.7", "api=127.1", "api=[::1]", "api=api.example.com:443", "api=https://api.example.com"],
    ...["http://api.example.com", "api=api.example.com/v1", "api=user@api.example.com", "api=API.example.com"],
    ...["api=", "=api.example.com", "api.example.com", "portal=portal.example.com", "api=a.example.com=b", "api==a.b"],
    ...["api=api_1.example.com", "api=-a.example.com", `api=${"a".repeat(64)}.example.com`, "api=api.exa\u043cple.com"],
    "script=libs.example.com api=*.example.com",
  ])("refuses %s in one sentence, whatever the mode", (BAMBORA_EXTRA_HOSTS) => {
    const sentence =
      /^ {2}BAMBORA_EXTRA_HOSTS: each entry must be api=, script=, frames= or boarding= and the whole name/;
    for (const TIRAGE_MODE of ["live", "test", "demo"]) {
      const [, ...problems] = problemsOf({ ...live, TIRAGE_MODE, BAMBORA_EXTRA_HOSTS }).split("\n");
      expect(problems.filter((problem) => sentence.test(problem))).toHaveLength(1);
    }
  });
});

describe("endingHosts", () => {
  const december = new Date("2026-12-01T05:00:00Z");

  it("are none before December in Toronto, and none of a test site", () => {
    const api = { role: "api", host: "api.na.bambora.com" };
    const script = { role: "script", host: "libs.na.bambora.com" };
    expect(endingHosts(parseEnvironment(live), new Date(december.getTime() - 1))).toEqual([]);
    expect(endingHosts(parseEnvironment(live), december)).toEqual([api, script]);
    expect(endingHosts(parseEnvironment({ ...live, TIRAGE_MODE: "test" }), december)).toEqual([]);
  });

  it("are those of Bambora and Beanstream in use, whoever names them, and no others", () => {
    const hosts = "api=www.beanstream.com api=api.example.com script=libs.notbambora.com frames=x.bambora.com";
    const environment = (api: string) =>
      parseEnvironment({
        ...live,
        BAMBORA_EXTRA_HOSTS: hosts,
        BAMBORA_API_URL: `https://${api}`,
        BAMBORA_SCRIPT_URL: "https://libs.notbambora.com/c.js",
      });
    const roles = (api: string) => endingHosts(environment(api), december).map(({ role }) => role);
    expect(roles("www.beanstream.com")).toEqual(["api", "frames"]);
    expect(roles("api.example.com")).toEqual(["frames"]);
  });
});
