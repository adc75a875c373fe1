import axe from "axe-core";
import type { Page } from "playwright/test";

const options: axe.RunOptions = {
  iframes: false,
  preload: false,
  resultTypes: ["violations"],
  rules: { "target-size": { enabled: true } },
};

export async function findAxeViolations(page: Page): Promise<string[]> {
  await page.evaluate(`${axe.source}; 0`);
  const violations = await page.evaluate(async (asked) => {
    const found = await (window as never as { axe: typeof axe }).axe.run(document, asked);
    return found.violations.map(({ id, nodes }) => ({ id, nodes }));
  }, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = "" }) => `${id}: ${target.join(" ")}: ${failureSummary.replace(/\s+/g, " ")}`,
    ),
  );
}
