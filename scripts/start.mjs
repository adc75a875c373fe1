import "./node/require-node.mjs";
import "./server/ignore-broken-log.mjs";

import { subscribe } from "node:diagnostics_channel";
import { createRequire } from "node:module";

import { writeConsoleAsLines } from "../lib/platform/server/log-lines.mjs";
import { listenAt } from "./server/listen-at.mjs";

// Before Next is loaded: what it says while it starts is a line of the log too.
writeConsoleAsLines();
process.removeAllListeners("warning");
process.on("warning", (warning) => console.warn(`${warning.name}: ${warning.message}`));

// In this very process, so that a signal, also one that cannot be caught, reaches the server itself.
process.env.NODE_ENV = "production";
process.env.PORT ||= "3000";
process.env.NEXT_TELEMETRY_DISABLED ??= "1";
// The server ends by lib/wiring/stop-gracefully: payments under way are answered, then the database is closed.
process.env.NEXT_MANUAL_SIG_HANDLE = "true";

// Next takes requests for another protocol over, and neither answers nor ends most of them. Without its listener, which
// is there before the first connection, they are answered as if they asked for nothing.
subscribe("net.server.socket", ({ socket }) => socket.server.removeAllListeners("upgrade"));

// Whoever reaches the port past the proxy writes the address that limits count by.
const isBehindProxy = Number(process.env.TRUSTED_PROXY_HOPS) > 0;
const listenHost = process.env.LISTEN_HOST || (isBehindProxy ? "127.0.0.1" : undefined);
// Next is not told: it takes an address in place of `localhost` for another host, and asks itself over the network.
listenAt(listenHost);

// A proxy keeps its idle connections for 60 s. Were they closed sooner here, it would now and then send a call into the
// close, and answer its buyer 502.
const patience = isBehindProxy ? ["--keepAliveTimeout", "75000"] : [];

process.argv = [process.argv[0], "next", "start", "--port", process.env.PORT, ...patience, ...process.argv.slice(2)];
createRequire(import.meta.url)("next/dist/bin/next");
