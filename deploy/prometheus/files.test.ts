import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { describe, expect, it } from "vitest";

import { findPrometheus } from "@/scripts/programs/prometheus.mjs";
import { isFullRun } from "@/tests/support/runner/which-tests";

const run = promisify(execFile);
const folder = "deploy/prometheus";
const promtool = findPrometheus("promtool");
const rules = await readFile(`${folder}/rules.yml`, "utf8");
const tests = await readFile(`${folder}/rules.test.yml`, "utf8");
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);

async function pass(changed: string, changedTests = tests): Promise<boolean> {
  const copy = await mkdtemp(join(tmpdir(), "tirage-rules-"));
  await writeFile(join(copy, "rules.test.yml"), changedTests);
  await writeFile(join(copy, "rules.yml"), changed);
  const passed = run(promtool ?? "promtool", ["test", "rules", join(copy, "rules.test.yml")]).then(
    () => true,
    () => false,
  );
  return passed.finally(() => rm(copy, { recursive: true, force: true }));
}

function listTests(alert: string): string {
  const [head = "", ...groups] = tests.split(/^(?= {2}- name: )/m);
  const own = groups.map((group) => {
    const [series = "", ...moments] = group.split(/^(?= {6}- eval_time: )/m);
    const kept = moments.filter((moment) => moment.includes(`alertname: ${alert}\n`));
    return kept.length === 0 ? "" : [series, ...kept].join("");
  });
  return [head, ...own].join("");
}

function withExpression(alert: string, expression: string): string {
  const [before = "", rest = ""] = rules.split(`- alert: ${alert}\n`);
  return `${before}- alert: ${alert}\n${rest.replace(/expr: .*?\n(?= {8}(?:for|labels):)/s, `expr: ${expression}\n`)}`;
}

describe("every alert", () => {
  it("has a section of its name in the runbook, in the same order, and no section is of none", async () => {
    const runbook = await readFile("docs/runbook.md", "utf8");
    expect([...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)).toEqual(alerts);
    const pages = [...rules.matchAll(/runbook: docs\/runbook\.md#(\w+)/g)].map(([, anchor]) => anchor);
    expect(pages).toEqual(alerts.map((name) => name.toLowerCase()));
  });

  it("tells in the runbook what it means, what buyers notice, where to look, what to do and when it is over", async () => {
    const sections = (await readFile("docs/runbook.md", "utf8")).split(/^### /m).slice(1);
    for (const section of sections) {
      const describedParts = [...section.matchAll(/^- \*\*(.+?)\.\*\*/gm)].map(([, part]) => part);
      expect([section.split("\n")[0], describedParts]).toEqual([
        section.split("\n")[0],
        ["Means", "Buyers", "Look", "Do", "Over"],
      ]);
    }
  });
});

describe.skipIf(!promtool)("promtool", () => {
  it("finds nothing wrong with the rules and the configuration", async () => {
    const { stdout } = await run(promtool ?? "", [
      "check",
      "rules",
      "--lint=all",
      "--lint-fatal",
      `${folder}/rules.yml`,
    ]);
    expect(stdout).toContain(`SUCCESS: ${alerts.length} rules found`);
    await run(promtool ?? "", ["check", "config", "--syntax-only", `${folder}/prometheus.yml`]);
  });

  it("has each alert fire when it should", async () => {
    expect(await pass(rules)).toBe(true);
  });

  it.each(isFullRun ? alerts : alerts.slice(0, 3))("sees that %s never fires, or always does", async (alert) => {
    expect(withExpression(alert, "vector(0) > 1")).not.toBe(rules);
    const own = listTests(alert);
    expect(await pass(rules, own)).toBe(true);
    expect(await pass(withExpression(alert, "vector(0) > 1"), own)).toBe(false);
    expect(await pass(withExpression(alert, "vector(1)"), own)).toBe(false);
  });
});
