import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { processMetrics } from "@/lib/platform/monitoring/process-metrics";
import { parseEnvironment } from "@/lib/platform/server/env";

import { liveEnvironment as live } from "@/tests/support/servers/live-environment";
import { warnAboutHosts } from "./watch-hosts";

const moved = {
  BAMBORA_EXTRA_HOSTS: "api=api.example.com script=libs.example.com",
  BAMBORA_API_URL: "https://api.example.com",
  BAMBORA_SCRIPT_URL: "https://libs.example.com/customcheckout/1/customcheckout.js",
};

let lines: Record<string, unknown>[] = [];

beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function watchAt(instant: string, changes: Record<string, string> = {}): void {
  vi.setSystemTime(instant);
  warnAboutHosts(parseEnvironment({ ...live, ...changes }), () => new Date());
}

async function alerted(): Promise<string[]> {
  const logged = [...(await processMetrics.render()).matchAll(/^tirage_gateway_hosts_ending\{role="(\w+)"\} 1$/gm)];
  return logged.map(([, role = ""]) => role);
}

const ending = "Hosts of Bambora end on 31 December 2026.";

describe("watchHosts", () => {
  it("says nothing of Bambora's own hosts before 1 December 2026, and from then on once a day", async () => {
    watchAt("2026-12-01T04:59:00Z");
    expect([lines, await alerted()]).toEqual([[], []]);
    vi.setSystemTime("2026-12-01T05:00:00Z");
    expect(await alerted()).toEqual(["api", "script"]);
    vi.advanceTimersByTime(86_400_000);
    const hosts = { api: "api.na.bambora.com", script: "libs.na.bambora.com" };
    expect(lines).toEqual([expect.objectContaining({ level: "warn", message: ending, ...hosts })]);
    vi.advanceTimersByTime(2 * 86_400_000);
    expect(lines).toHaveLength(3);
  });

  it("says it at the start of a server that starts later, of each role that hasn't moved", async () => {
    watchAt("2027-01-02T12:00:00Z", { ...moved, BAMBORA_SCRIPT_URL: live.BAMBORA_SCRIPT_URL });
    expect(lines.map(({ message, script, api }) => [message, script, api])).toEqual([
      [expect.stringContaining("BAMBORA_EXTRA_HOSTS"), "libs.example.com", "api.example.com"],
      [ending, "libs.na.bambora.com", undefined],
    ]);
    expect(await alerted()).toEqual(["script"]);
    lines = [];
    const boarding = { BAMBORA_BOARDING_URL: "https://api.na.bambora.com", BAMBORA_BOARDING_TOKEN: "its-own-token" };
    const frames = `${moved.BAMBORA_EXTRA_HOSTS} frames=libs.na.bambora.com`;
    watchAt("2027-01-02T12:00:00Z", { ...moved, ...boarding, BAMBORA_EXTRA_HOSTS: frames });
    expect(await alerted()).toEqual(["boarding", "frames"]);
  });

  it("is silent once all have moved, except for the hosts that were added, and on a test site", async () => {
    watchAt("2026-12-15T12:00:00Z", moved);
    expect(lines.map(({ message }) => message)).toEqual(["BAMBORA_EXTRA_HOSTS allows more hosts for payments."]);
    expect(await alerted()).toEqual([]);
    lines = [];
    watchAt("2026-12-15T12:00:00Z", { TIRAGE_MODE: "test" });
    expect([lines, await alerted()]).toEqual([[], []]);
  });
});
