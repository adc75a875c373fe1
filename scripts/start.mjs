import { createRequire } from "node:module";

// In this very process, so that a signal, also one that cannot be caught, reaches the server itself.
process.env.NODE_ENV = "production";
process.env.PORT ||= "3000";
process.env.NEXT_TELEMETRY_DISABLED ??= "1";
// The server ends by lib/stop-gracefully: payments under way are answered, then the database is closed.
process.env.NEXT_MANUAL_SIG_HANDLE = "true";
process.argv = [process.argv[0], "next", "start", "--port", process.env.PORT, ...process.argv.slice(2)];
createRequire(import.meta.url)("next/dist/bin/next");
