import { writeConsoleAsLines } from "../../lib/platform/server/log-lines.mjs";

// Before Next is loaded: what it says while it starts is a line of the log too.
writeConsoleAsLines();
process.removeAllListeners("warning");
process.on("warning", (warning) => console.warn(`${warning.name}: ${warning.message}`));
