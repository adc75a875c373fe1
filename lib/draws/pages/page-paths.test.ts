import { describe, expect, it } from "vitest";

import type { TitleParameters } from "./rules.page-paths";
import { findTitledPath, parseTitledId } from "./rules.page-paths";

const made = (path: string, query: Record<string, string>) => findTitledPath(path, new URLSearchParams(query));

describe("the path of a draw's page with words of its URL", () => {
  it.each<[Record<string, string>, TitleParameters]>([
    [{ title: "Gala Night" }, { title: "Gala Night" }],
    [{ inSupportOf: "Équipe d'été / 50%" }, { inSupportOf: "Équipe d'été / 50%" }],
    [
      { title: " a&inSupportOf=b ", inSupportOf: "~\u{1F3D2}" },
      { title: "a&inSupportOf=b", inSupportOf: "~\u{1F3D2}" },
    ],
    [{ title: "x".repeat(500), other: "y" }, { title: "x".repeat(120) }],
  ])("gives %j back", (query, words) => {
    for (const path of ["/a-draw", "/1/a-draw"]) {
      const titled = made(path, query) ?? "";
      expect(titled).toMatch(/^(?:\/1)?\/a-draw~[\w-]+$/);
      expect(parseTitledId(titled.split("/").at(-1) ?? "")).toEqual({ id: "a-draw", words });
    }
  });

  it("takes the first of repeated words", () => {
    const titled = findTitledPath("/a-draw", new URLSearchParams("title=a&title=b")) ?? "";
    expect(parseTitledId(titled.slice(1)).words).toEqual({ title: "a" });
  });

  it.each(["/success", "/1/terminal", "/a-draw/poster", "/", "/-draw", "/a-draw~a", "/order/a/b"])(
    "is none at %s, where there is no page of a draw",
    (path) => {
      expect(made(path, { title: "Gala" })).toBeNull();
    },
  );

  it("is none without words", () => {
    expect(made("/a-draw", { title: " ", other: "b" })).toBeNull();
    expect(parseTitledId("a-draw")).toEqual({ id: "a-draw", words: {} });
  });

  it("has no words of what nobody wrote", () => {
    expect(parseTitledId("a-draw~%%%").words).toEqual({});
  });
});
