import "server-only";

import { dayMs } from "@/lib/durations";
import { processMetrics } from "@/lib/platform/monitoring/process-metrics";
import { endingHosts } from "@/lib/platform/server/env.gateways";
import type { Environment } from "@/lib/platform/server/env.schema";
import type { LogFields } from "@/lib/platform/server/log";
import { logLine } from "@/lib/platform/server/log";

type Hosts = ReturnType<typeof endingHosts>;

/** Extra hosts receive card numbers or passcodes, so they are logged (docs/runbook.md, The bank moves). */
export function warnAboutHosts(environment: Environment, now: () => Date): void {
  const { BAMBORA_EXTRA_HOSTS: extra = [] } = environment;
  if (extra.length > 0) logLine("warn", "BAMBORA_EXTRA_HOSTS allows more hosts for payments.", toLogFields(extra));
  const ending = () => endingHosts(environment, now());
  processMetrics.endingHosts(() => ending().map(({ role }) => role));
  const warn = () => {
    const hosts = ending();
    if (hosts.length > 0) logLine("warn", "Hosts of Bambora end on 31 December 2026.", toLogFields(hosts));
  };
  warn();
  setInterval(warn, dayMs).unref();
}

function toLogFields(hosts: Hosts): LogFields {
  const roles = [...new Set(hosts.map(({ role }) => role))];
  const listHosts = (role: string) => hosts.filter((one) => one.role === role).map(({ host }) => host);
  return Object.fromEntries(roles.map((role) => [role, listHosts(role).join(" ")]));
}
