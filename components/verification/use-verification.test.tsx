// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { Queries } from "@/components/ui/queries";
import { useVerification } from "./use-verification";

type Answer = (finding: string) => Promise<void>;

const onEnded = () => undefined;
const draws = ["one", "two"].map((instanceId) => ({ instanceId, title: instanceId }));

let asked: { drawId: string; answer: Answer }[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", (url: string) => {
    const drawId = new URL(url, "http://localhost").searchParams.get("instanceId");
    if (!drawId) return Promise.resolve(Response.json({ ok: true, amount: 1, draws, payments: [] }));
    return new Promise<Response>((resolve) => {
      const answer: Answer = (finding) =>
        act(async () =>
          resolve(Response.json({ ok: true, checks: [{ id: "key", state: "right", finding, detail: {} }] })),
        );
      asked.push({ drawId, answer });
    });
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open() {
  const { result } = renderHook(() => useVerification(onEnded), { wrapper: Queries });
  await waitFor(() => expect(asked.length).toBe(1));
  const findings = () => result.current.checks.results?.map(({ finding }) => finding) ?? null;
  return { result, findings };
}

it("shows nothing about the previous draw, not even a late answer", async () => {
  const { result, findings } = await open();
  await asked[0]?.answer("first");
  await waitFor(() => expect(findings()).toEqual(["first"]));
  act(() => void result.current.checkAgain());
  act(() => result.current.choose("two"));
  expect(asked.map(({ drawId }) => drawId)).toEqual(["one", "one", "two"]);
  expect(findings()).toBeNull();
  await asked[2]?.answer("of two");
  await waitFor(() => expect(findings()).toEqual(["of two"]));
  await asked[1]?.answer("late, of one");
  expect(findings()).toEqual(["of two"]);
  expect(result.current.checks.isBusy).toBe(false);
});

it("keeps the results while the same draw is checked again, and uses the later answer", async () => {
  const { result, findings } = await open();
  await asked[0]?.answer("first");
  await waitFor(() => expect(findings()).toEqual(["first"]));
  act(() => void result.current.checkAgain());
  act(() => void result.current.checkAgain());
  expect(findings()).toEqual(["first"]);
  await asked[2]?.answer("later");
  await waitFor(() => expect(findings()).toEqual(["later"]));
  await asked[1]?.answer("earlier");
  expect(findings()).toEqual(["later"]);
});
