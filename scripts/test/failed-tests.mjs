import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

const longestLine = 300;
const lastLines = 16;

/**
 * A file that fails outside of its tests has one entry.
 * @param {{testResults: {name: string, status: string, message?: string, assertionResults: {status: string, fullName:
 * string, failureMessages?: string[]}[]}[]}} report
 */
export function listVitestFailures(report) {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (status === "failed" && failed.length === 0) return [describeFailure(file, "the file", message)];
    return failed.map((test) => describeFailure(file, test.fullName, test.failureMessages?.[0]));
  });
}

/** @param {{suites: object[], errors: {message?: string}[]}} report @returns {string[]} */
export function listPlaywrightFailures(report) {
  const outside = report.errors.map(({ message }) => describeFailure("playwright", "outside of tests", message));
  return [...report.suites.flatMap((suite) => listSuiteFailures(suite, [])), ...outside];
}

/** The last lines say why a browser didn't start or ended. */
function describeFailure(file, title, message = "") {
  const [first = "", ...more] = stripVTControlCharacters(message)
    .trim()
    .split("\n")
    .map((line) => line.slice(0, longestLine));
  const last = first.includes("has been closed") ? more.slice(-lastLines) : [];
  return [`${file} › ${title}${first ? `: ${first}` : ""}`, ...last.map((line) => `      ${line}`)].join("\n");
}

function listSuiteFailures(suite, titles) {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === "unexpected")
      .map(({ projectName, results }) =>
        describeFailure(spec.file, [projectName, ...titles, spec.title].join(" › "), results.at(-1)?.error?.message),
      ),
  );
  const inner = (suite.suites ?? []).flatMap((child) => listSuiteFailures(child, [...titles, child.title]));
  return [...own, ...inner];
}
