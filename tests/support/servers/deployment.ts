import { readFileSync } from "node:fs";

import { parse } from "yaml";

import { secretNames } from "@/lib/platform/server/env";
import { environmentSchema } from "@/lib/platform/server/env.schema";
import { defaultStopTimeouts } from "@/lib/wiring/stop-gracefully";

type Service = {
  build?: { target: string };
  cap_drop?: string[];
  command?: string[];
  depends_on?: string[] | Record<string, unknown>;
  environment?: Record<string, string>;
  image: string;
  networks?: { default?: { ipv4_address?: string } };
  read_only?: boolean;
  secrets?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  volumes?: string[];
};

type Compose = {
  services: Record<string, Service>;
  networks: { default: { ipam: { config: { subnet: string; ip_range: string }[] } } };
  secrets: Record<string, { file: string }>;
  volumes: Record<string, null>;
};

export function readCompose(): Compose {
  return parse(readFileSync("compose.yaml", "utf8"), { merge: true }) as Compose;
}

/** The settings by section and name, in their order. */
export function readUnit(): { section: string; name: string; value: string }[] {
  let section = "";
  return readFileSync("deploy/systemd/tirage@.service", "utf8")
    .split("\n")
    .flatMap((line) => {
      section = /^\[(\w+)\]$/.exec(line)?.[1] ?? section;
      const [, name, value = ""] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
      return name ? [{ section, name, value }] : [];
    });
}

/** A variable of the schema, or the file of a secret. */
export function isOurVariable(name: string): boolean {
  return name in environmentSchema.shape || secretNames.some((secret) => name === `${secret}_FILE`);
}

/** In seconds, for any configuration that a process accepts. */
export function longestStop(): number {
  const grace = environmentSchema.shape.STOP_GRACE_SECONDS.unwrap().maxValue ?? Number.POSITIVE_INFINITY;
  const { requestsMs, releaseMs } = defaultStopTimeouts;
  return grace + (requestsMs + releaseMs) / 1000;
}
