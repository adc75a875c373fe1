import { ThemeProvider } from "next-themes";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";

import { themeScript, themeScripts, themeSettings } from "./theme-script.mjs";

/** The script as the package renders it. */
function rendered(forced?: "light" | "dark"): string | undefined {
  const settings = { ...themeSettings, attribute: "class", forcedTheme: forced } as const;
  const markup = renderToStaticMarkup(createElement(ThemeProvider, settings));
  return /^<script>([\s\S]*)<\/script>$/.exec(markup)?.[1];
}

describe("themeScript", () => {
  it.each([undefined, "light", "dark"] as const)("is what next-themes renders with %s forced", (forced) => {
    expect(themeScript(forced)).toBe(rendered(forced));
    expect(themeScripts).toContain(rendered(forced));
  });

  it("has a different text with any other setting, otherwise the test above couldn't detect a change", () => {
    const other = renderToStaticMarkup(createElement(ThemeProvider, { ...themeSettings, attribute: "data-theme" }));
    expect(other).not.toContain(themeScript());
  });
});
