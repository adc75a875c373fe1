// @vitest-environment happy-dom
import { act, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { PrintMark } from "./print-mark";

it("stamps the paper with the time of its printing, in the draw's zone", () => {
  render(<PrintMark mark="RÉIMPRESSION" locale="fr" timeZone="America/Toronto" />);
  expect(screen.getByText("RÉIMPRESSION").className).toContain("hidden");
  act(() => void window.dispatchEvent(new Event("beforeprint")));
  expect(screen.getByText(/^RÉIMPRESSION · .* (HNE|HAE)$/)).toBeTruthy();
});
