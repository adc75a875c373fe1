// @vitest-environment happy-dom
import { afterEach, expect, it } from "vitest";

import { getCardStyle } from "./card-fields";

afterEach(() => document.documentElement.removeAttribute("style"));

it("gives the provider's fields the typeface and the colours of the page's own", () => {
  document.documentElement.style.cssText = "--font-field: Field, serif; --color-ink: #111111; --color-danger: #aa0000";
  expect(getCardStyle()).toMatchObject({
    base: { fontFamily: "Field, serif", color: "#111111", fontSize: "16px" },
    error: { color: "#aa0000" },
  });
});

it("is readable where the page tells nothing", () => {
  expect(getCardStyle()).toMatchObject({ base: { fontFamily: "Arial, sans-serif", color: "#1d1517" } });
});
