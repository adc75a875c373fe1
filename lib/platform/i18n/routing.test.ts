import { describe, expect, it } from "vitest";

import { localizedPath, splitPath } from "./routing";

describe("splitPath", () => {
  it.each([
    ["/", "en", "/"],
    ["/demo", "en", "/demo"],
    ["/fr", "fr", "/"],
    ["/fr/demo", "fr", "/demo"],
    ["/fr/fr/x", "fr", "/fr/x"],
    ["/french", "en", "/french"],
  ])("takes %s apart", (pathname, language, barePath) => {
    expect(splitPath(pathname)).toEqual({ language, barePath });
  });
});

describe("localizedPath", () => {
  it.each(["/", "/demo", "/order/a/b"])("is undone by splitPath for %s", (barePath) => {
    for (const language of ["en", "fr"] as const) {
      expect(splitPath(localizedPath(language, barePath))).toEqual({ language, barePath });
    }
  });

  it("gives French home no trailing slash", () => {
    expect(localizedPath("fr", "/")).toBe("/fr");
  });
});
