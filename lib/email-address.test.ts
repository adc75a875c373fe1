import { expect, it } from "vitest";

import { isEmailAddress, readEmailAddress } from "./email-address";

it.each([
  "marie@example.com",
  "R&D@example.ca",
  "a!b#c/d=e@example.com",
  "o'neil+50-50@mail.example.co.uk",
  "x@example.quebec",
  "x@xn--caf-dma.ca",
])("takes %s as it is", (address) => {
  expect(readEmailAddress(` ${address} `)).toBe(address);
});

it.each([
  ["marie@café.ca", "marie@xn--caf-dma.ca"],
  ["marie@Montréal.example", "marie@xn--montral-fya.example"],
  ["marie@例え.テスト", "marie@xn--r8jz45g.xn--zckzah"],
])("keeps the domain of %s in punycode", (address, kept) => {
  expect(readEmailAddress(address)).toBe(kept);
});

it.each([
  ...["", "marie", "marie@", "@example.com", "a@b@example.com", "a b@example.com", "marie@example", "marie@example.c"],
  ...[".marie@example.com", "marie.@example.com", "ma..rie@example.com", "marie@.com", "marie@-a.com", "marie@a..com"],
  ...["hélène@example.com", "marie@1.2.3.4", "marie@exa mple.com", "marie@é.com/path", "marie@é.com:80", "marie@é"],
  ...["<marie@example.com>", '"m"@example.com', "marie@example.com,other@example.com", `${"m".repeat(60)}@example.com`],
])("refuses %j", (address) => {
  expect(isEmailAddress(address)).toBe(false);
});
