// @vitest-environment happy-dom

import { render } from "@testing-library/react";
import { expect, it } from "vitest";

import { Banner } from "./banner";

const urls = Array.from({ length: 7 }, (_none, at) => `/pictures/${at}.svg`);

function picturesOf(carousel_urls: string[]): string[] {
  const image = { url: "/first.svg", dominantColor: "#d8172f", carousel_urls, carousel_speed: 5000 };
  const { container } = render(<Banner image={image} pauseLabel="Pause pictures" />);
  return [...container.querySelectorAll("img")].map((picture) => picture.getAttribute("src") ?? "");
}

it("shows each picture of a carousel of more than five", () => {
  expect(picturesOf(urls)).toEqual(urls);
});

it("shows the banner's own picture where there are no others, and one that comes twice once", () => {
  expect(picturesOf([])).toEqual(["/first.svg"]);
  expect(picturesOf(["/a.svg", "/a.svg", "/b.svg"])).toEqual(["/a.svg", "/b.svg"]);
});
