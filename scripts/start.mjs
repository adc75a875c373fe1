import "./node/require-node.mjs";
import "./server/ignore-broken-log.mjs";

import { subscribe } from "node:diagnostics_channel";
import { createRequire } from "node:module";

import { writeConsoleAsLines } from "../lib/platform/server/log-lines.mjs";
import { listenAt } from "./server/listen-at.mjs";

// Before Next loads, so that its start messages are log lines too.
writeConsoleAsLines();
process.removeAllListeners("warning");
process.on("warning", (warning) => console.warn(`${warning.name}: ${warning.message}`));

// In this process, so that every signal reaches the server itself.
process.env.NODE_ENV = "production";
process.env.PORT ||= "3000";
process.env.NEXT_TELEMETRY_DISABLED ??= "1";
// lib/wiring/stop-gracefully stops the server: it answers payments in progress before the database closes.
process.env.NEXT_MANUAL_SIG_HANDLE = "true";

// Next takes over requests for another protocol and neither answers nor ends most of them. Without its listener, they
// are answered like any other.
subscribe("net.server.socket", ({ socket }) => socket.server.removeAllListeners("upgrade"));

// A caller who bypasses the proxy could choose the IP address that limits count.
const isBehindProxy = Number(process.env.TRUSTED_PROXY_HOPS) > 0;
const listenHost = process.env.LISTEN_HOST || (isBehindProxy ? "127.0.0.1" : undefined);
// Next's option isn't used: with an IP address instead of `localhost`, Next calls itself over the network.
listenAt(listenHost);

// A proxy keeps idle connections for 60 s. If they closed sooner here, the proxy would sometimes send a call into a
// closing one, and the buyer would get 502.
const patience = isBehindProxy ? ["--keepAliveTimeout", "75000"] : [];

process.argv = [process.argv[0], "next", "start", "--port", process.env.PORT, ...patience, ...process.argv.slice(2)];
createRequire(import.meta.url)("next/dist/bin/next");
