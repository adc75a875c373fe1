import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { databaseProxyConfig, linkConfig } from "./haproxy-config";
import type { Place } from "./place";
import type { Program } from "./program";
import { startProgram } from "./program";

export function startDatabaseProxy(place: Place): Promise<Program> {
  return start(place, "database", databaseProxyConfig(place));
}

export function startLinks(place: Place): Promise<Program[]> {
  return Promise.all(place.ports.nodes.map((_node, at) => start(place, `link-${at + 1}`, linkConfig(place, at))));
}

async function start(place: Place, name: string, config: string): Promise<Program> {
  const folder = join(place.folder, "haproxy");
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${name}.cfg`);
  await writeFile(file, config);
  return startProgram(place, { name: `haproxy-${name}`, command: "haproxy", args: ["-db", "-f", file] });
}
