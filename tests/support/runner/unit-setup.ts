import { afterEach, beforeEach } from "vitest";

let unexpectedErrors: unknown[][] = [];

function recordError(...parts: unknown[]): void {
  unexpectedErrors.push(parts);
}

beforeEach(() => {
  unexpectedErrors = [];
  console.error = recordError;
});

/** In ms, long enough for a busy machine. */
const asyncUtilTimeout = 10_000;

beforeEach(async () => {
  if (typeof document === "undefined") return;
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout });
});

afterEach(async () => {
  if (typeof document !== "undefined") {
    const { cleanup } = await import("@testing-library/react");
    cleanup();
  }
  if (unexpectedErrors.length > 0) {
    throw new Error(`Unexpected console.error:\n${unexpectedErrors.map((parts) => parts.join(" ")).join("\n")}`);
  }
});
