import type { App } from "./app";
import { startApp } from "./app";
import { createDatabase, databaseUrl, requireSafeCommits } from "./database";
import { startEtcd } from "./etcd";
import { startGateway } from "./gateway";
import { startDatabaseProxy, startLinks } from "./haproxy";
import { startMailServer } from "./mails";
import { startNginx } from "./nginx";
import { runScript } from "./npm-script";
import type { Node } from "./patroni";
import { startNodes, waitUntilHealthy } from "./patroni";
import type { Place } from "./place";
import type { Program } from "./program";

export type Topology = {
  place: Place;
  etcd: Program[];
  links: Program[];
  nodes: Node[];
  apps: App[];
  mail: Program;
};

/** `run` resolves when all parts work again, with a note for the table. */
export type Step = { name: string; title: string; run: (topology: Topology) => Promise<string> };

export async function startTopology(place: Place, log: (line: string) => void): Promise<Topology> {
  log("etcd: three members");
  const etcd = await startEtcd(place);
  log("PostgreSQL under Patroni: a primary and a synchronous standby");
  const links = await startLinks(place);
  // Before the nodes: until it has checked them, a proxy treats every node as the primary.
  await startDatabaseProxy(place);
  const nodes = await startNodes(place);
  log("the app's role and database, migrations");
  await createDatabase(place);
  await runScript(process.cwd(), "migrate", { DATABASE_URL: databaseUrl(place) });
  await waitUntilHealthy(place);
  await requireSafeCommits(place);
  log("mail server, sandbox of the card provider");
  const mail = await startMailServer(place);
  await startGateway(place);
  log("two processes of the app, nginx");
  const apps: App[] = [];
  for (const at of place.ports.apps.keys()) apps.push(await startApp(place, at));
  await startNginx(place);
  return { place, etcd, links, nodes, apps, mail };
}
