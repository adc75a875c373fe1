// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";

import { currentAdminQuery } from "@/lib/people/client";
import type { CurrentAdmin } from "@/lib/people/rules";

import { useResume } from "./use-resume";

const createView = (personId: string): CurrentAdmin => ({
  ...{ person: { personId, name: "Jo", email: "jo@example.test", isDemo: false }, name: null },
  ...{ roles: [], rights: [], passkeys: [], sessions: [], freshUntil: null },
});

/**
 * Signs in again on a page of the person `jo`. Resolves to `on` if the page went on, or `anew` if it was loaded again.
 */
async function resumeAs(personId: string): Promise<"on" | "anew"> {
  const queries = new QueryClient();
  queries.setQueryData(currentAdminQuery().queryKey, createView("jo"));
  vi.stubGlobal("fetch", async () => Response.json(createView(personId)));
  const loaded = new Promise<"anew">((resolve) => {
    vi.spyOn(window.location, "reload").mockImplementation(() => resolve("anew"));
  });
  const { result } = renderHook(() => useResume(), {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  });
  return Promise.race([loaded, result.current().then(() => "on" as const)]);
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("a page goes on for the person who had opened it, and starts anew for anybody else", async () => {
  expect(await resumeAs("jo")).toBe("on");
  expect(await resumeAs("alex")).toBe("anew");
});
