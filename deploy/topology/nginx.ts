import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { runCommand } from "@/scripts/process/child-process.mjs";
import { findNginx } from "@/scripts/programs/nginx.mjs";

import { cacheChanges, changeShipped, nginxChanges } from "./nginx-config";
import type { Place } from "./place";
import type { Program } from "./program";
import { startProgram } from "./program";

export function siteUrl({ ports }: Pick<Place, "ports">): string {
  return `https://localhost:${ports.https}`;
}

export function getCertificatePath({ folder }: Pick<Place, "folder">): string {
  return join(folder, "nginx", "fullchain.pem");
}

async function makeCertificate(place: Place): Promise<void> {
  const key = join(place.folder, "nginx", "privkey.pem");
  const kind = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const { code, output } = await runCommand("openssl", [
    ...kind,
    ...names,
    "-keyout",
    key,
    "-out",
    getCertificatePath(place),
  ]);
  if (code !== 0) throw new Error(`No certificate could be made:\n${output}`);
}

export async function startNginx(place: Place): Promise<Program> {
  const folder = join(place.folder, "nginx");
  await mkdir(folder);
  await makeCertificate(place);
  const read = (path: string) => readFile(path, "utf8");
  const file = join(folder, "nginx.conf");
  await writeFile(file, changeShipped(await read("deploy/compose/nginx.conf"), nginxChanges(place)));
  const http = changeShipped(await read("deploy/nginx/http.conf"), cacheChanges(place));
  await writeFile(join(folder, "http.conf"), http);
  await copyFile("deploy/nginx/server.conf", join(folder, "server.conf"));
  const args = ["-p", folder, "-c", file, "-g", "daemon off;"];
  return startProgram(place, { name: "nginx", command: findNginx() ?? "nginx", args });
}
