import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";
import { parse } from "yaml";

import { etcdOptions } from "./etcd";
import { databaseProxyConfig, linkConfig } from "./haproxy-config";
import { cacheChanges, changeShipped, nginxChanges } from "./nginx-config";
import { patroniConfig } from "./patroni-config";
import { portCount, portsFrom } from "./ports";

const secrets = { database: "d", superuser: "s", replication: "r", secretsKey: "k", previousKey: "", adminKey: "a" };
const place = { folder: "/tmp/place", logs: "/tmp/place/logs", ports: portsFrom(24_000), secrets };

describe("the ports", () => {
  it("are each of one part alone, and all in the stretch that is checked", () => {
    const { apps, nodes, etcd, ...others } = place.ports;
    const ofNodes = nodes.flatMap(({ postgres, rest, links }) => [postgres, rest, ...links]);
    const all = [...apps, ...ofNodes, ...etcd.flatMap(({ client, peer }) => [client, peer]), ...Object.values(others)];
    expect(new Set(all).size).toBe(all.length);
    expect(Math.max(...all)).toBeLessThan(24_000 + portCount);
  });
});

describe("nginx", () => {
  const shipped = readFileSync("deploy/compose/nginx.conf", "utf8");
  const changed = changeShipped(shipped, nginxChanges(place));

  it("runs the shipped files, with other names, ports and paths alone", () => {
    expect(changed).toContain("server 127.0.0.1:24010 fail_timeout=2s;");
    expect(changed).toContain("listen 127.0.0.1:24000 ssl default_server;");
    expect(changed).toContain("include /tmp/place/nginx/server.conf;");
    expect(changed).not.toMatch(/tickets\.example\.ca|app-\d:|\/etc\/tirage|\/dev\/stdout/);
    expect(changed.split("\n")).toHaveLength(shipped.split("\n").length);
    const http = readFileSync("deploy/nginx/http.conf", "utf8");
    expect(changeShipped(http, cacheChanges(place))).toContain("proxy_cache_path /tmp/place/nginx/cache ");
  });

  it("isn't started if a shipped file no longer has what is changed", () => {
    expect(() => changeShipped("listen 8443;", nginxChanges(place))).toThrow(/no "pid/);
  });
});

describe("the way to the primary", () => {
  it("asks each node's Patroni, and closes what leads to one that is no longer it", () => {
    const config = databaseProxyConfig(place);
    expect(config).toMatch(/server node-1 127\.0\.0\.1:24030 check port 24032\n/);
    expect(config).toMatch(/server node-2 127\.0\.0\.1:24031 check port 24033\n/);
    expect(config).toContain("uri /primary");
    expect(config).toContain("on-marked-down shutdown-sessions");
  });
});

describe("a node", () => {
  it("reaches etcd through its own links alone, and confirms commits for the other", () => {
    const config = parse(patroniConfig(place, 1)) as Record<string, never>;
    expect(config).toMatchObject({
      name: "node-2",
      etcd3: { hosts: ["127.0.0.1:24053", "127.0.0.1:24054", "127.0.0.1:24055"], use_proxies: true },
      bootstrap: { dcs: { synchronous_mode: true, postgresql: { use_pg_rewind: true } } },
      postgresql: { listen: "127.0.0.1:24031", data_dir: "/tmp/place/node-2/data" },
    });
    const link = linkConfig(place, 1);
    for (const [bind, server] of [
      ["24053", "24040"],
      ["24055", "24042"],
    ]) {
      expect(link).toMatch(new RegExp(`bind 127\\.0\\.0\\.1:${bind}\\n  server etcd-\\d 127\\.0\\.0\\.1:${server}`));
    }
  });
});

describe("a member of etcd", () => {
  it("knows the other two", () => {
    const all = "etcd-1=http://127.0.0.1:24043,etcd-2=http://127.0.0.1:24044,etcd-3=http://127.0.0.1:24045";
    expect(etcdOptions(place, 2)).toContain(`--initial-cluster=${all}`);
    expect(etcdOptions(place, 2)).toContain("--listen-client-urls=http://127.0.0.1:24042");
  });
});
