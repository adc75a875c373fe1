import { expect, it } from "vitest";

import { formatHead, parseHead, truncateHead } from "./rules.chain";

it("a head is written as one word that can be read back", () => {
  const head = truncateHead("gala", { sequence: 12, seal: "abc_DEF-0123456789-and-more" });
  expect(formatHead(head)).toBe("gala=12:abc_DEF-01234567");
  expect(parseHead(formatHead(head))).toEqual(head);
});

it.each([
  "",
  "gala",
  "gala=12",
  "gala=12:",
  "gala=12:short",
  "gala=0:abc_DEF-01234567",
  "gala=-1:abc_DEF-01234567",
  "=12:abc_DEF-01234567",
  "gala=12:abc_DEF-0123456%",
  "gala=12:abc_DEF-012345678",
])("%j is not a head", (text) => {
  expect(parseHead(text)).toBeNull();
});
