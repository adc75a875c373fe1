import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = ".next/static/chunks";

/** Chromium compiles a script that begins so while it comes, and not when its page starts; to others it is nothing. */
const hint = "//# allFunctionsCalledOnLoad\n";

/** A script below this is compiled in no time, in bytes. */
const worthHinting = 10_000;

/** Has scripts compiled before they run, which would be a third of the start of a page (docs/performance.md). */
export function hintCompilation() {
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".js"))) {
    const file = join(folder, name);
    const script = readFileSync(file, "utf8");
    if (script.length >= worthHinting && !script.startsWith(hint)) writeFileSync(file, hint + script);
  }
}
