import "server-only";

import type { Given } from "./env.rules";
import type { Environment } from "./env.schema";

type ExtraHost = NonNullable<Environment["BAMBORA_EXTRA_HOSTS"]>[number];

/** What a host of Bambora is for. */
export type HostRole = ExtraHost["role"];

/** The hosts that the configuration allows for a role besides Bambora's own (docs/runbook.md, The bank moves). */
export function extraHostsFor(role: HostRole, { BAMBORA_EXTRA_HOSTS: hosts = [] }: Given): string[] {
  return hosts.filter((extra) => extra.role === role).map(({ host }) => host);
}

/** Midnight in Toronto: Bambora's addresses end a month later (docs/bambora.md, The move to Shift4). */
const endingSince = new Date("2026-12-01T05:00:00Z");

const endingDomains = /(?:^|\.)(?:bambora|beanstream)\.com$/;

/** The hosts of Bambora that a live server uses although they end on 31 December 2026; none before 1 December. */
export function endingHosts(environment: Environment, now: Date): ExtraHost[] {
  if (environment.TIRAGE_MODE !== "live" || now < endingSince) return [];
  const { BAMBORA_API_URL: api, BAMBORA_SCRIPT_URL: script, BAMBORA_BOARDING_URL: boarding } = environment;
  const configured = Object.entries({ api, script, boarding }) as [HostRole, string | undefined][];
  const used = configured.flatMap(([role, url]) => (url ? [{ role, host: new URL(url).hostname }] : []));
  const frames = extraHostsFor("frames", environment).map((host) => ({ role: "frames" as const, host }));
  return [...used, ...frames].filter(({ host }) => endingDomains.test(host));
}
