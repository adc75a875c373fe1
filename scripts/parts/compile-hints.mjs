import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Chromium compiles a script that begins so while it comes, and not when its page starts; to others it is nothing. */
const hint = "//# allFunctionsCalledOnLoad\n";

/** A chunk of the framework below this is compiled in no time, in bytes. */
const worthHinting = 100_000;

/** Has the framework compiled before it runs: at the start of a page that is the longest task (docs/performance.md). */
export function hintCompilation() {
  const { rootMainFiles } = JSON.parse(readFileSync(".next/build-manifest.json", "utf8"));
  for (const name of rootMainFiles) {
    const file = join(".next", name);
    const script = readFileSync(file, "utf8");
    if (script.length >= worthHinting && !script.startsWith(hint)) writeFileSync(file, hint + script);
  }
}
