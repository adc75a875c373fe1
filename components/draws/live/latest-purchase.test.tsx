// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";

import { PauseButton } from "./latest-purchase";

afterEach(cleanup);

it("is a button that exposes whether it is pressed", () => {
  render(<PauseButton label="Pause" />);
  const button = screen.getByRole("button", { name: "Pause" });
  expect(button.getAttribute("aria-pressed")).toBe("false");
  fireEvent.click(button);
  expect(button.getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(button);
  expect(button.getAttribute("aria-pressed")).toBe("false");
});
