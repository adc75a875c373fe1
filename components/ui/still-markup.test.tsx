// @vitest-environment happy-dom
import { act, cleanup, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import type { Root } from "react-dom/client";
import { createRoot, hydrateRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { StillMarkup } from "./still-markup";

const drawn = '<div data-still="story" class="contents"><p>Once <b>only</b></p></div>';

let page: HTMLElement;

beforeEach(() => {
  page = document.createElement("main");
  page.innerHTML = drawn;
  document.body.replaceChildren(page);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(id: string) {
  const part = (now: string) => (
    <StrictMode>
      <StillMarkup name="story" id={now} />
    </StrictMode>
  );
  let root = null as Root | null;
  act(() => {
    root = hydrateRoot(page, part(id));
  });
  return {
    rerender: (now: string) => act(async () => root?.render(part(now))),
    close: () => act(async () => root?.unmount()),
  };
}

it("stays as the server rendered it, with the same elements, even if its page is rendered again", async () => {
  const before = page.querySelector("b");
  const { rerender } = open("one");
  await rerender("one");
  expect(page.innerHTML).toBe(drawn);
  expect(page.querySelector("b")).toBe(before);
});

it("is taken from the page's HTML when it has changed, and stays if there is no answer", async () => {
  const fetched = vi.fn(async () => new Response(`<html><body>${drawn.replace("only", "more")}</body></html>`));
  vi.stubGlobal("fetch", fetched);
  const { rerender } = open("one");
  await rerender("two");
  await waitFor(() => expect(page.textContent).toBe("Once more"));
  expect(fetched).toHaveBeenCalled();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  await rerender("three");
  expect(page.textContent).toBe("Once more");
});

it("is restored after everything was rendered again", async () => {
  const { close } = open("one");
  await close();
  expect(page.textContent).toBe("");
  act(() => createRoot(page).render(<StillMarkup name="story" id="one" />));
  expect(page.textContent).toContain("Once");
});

it("is taken from the page's HTML if the page had none at first, as with winners", async () => {
  const html = '<div data-still="winners" class="contents"><p>A-000123</p></div>';
  vi.stubGlobal("fetch", async () => new Response(`<html><body>${html}</body></html>`));
  await act(async () => createRoot(page).render(<StillMarkup name="winners" id="one" />));
  await waitFor(() => expect(page.innerHTML).toBe(html));
});
