import { expect, it } from "vitest";

import { getCode, toCodeColumns } from "./rules.providers";

it.each([
  ["1", { gatewayCode: 1, providerCode: "1" }],
  ["card_declined", { gatewayCode: null, providerCode: "card_declined" }],
  ["12345678901", { gatewayCode: null, providerCode: "12345678901" }],
  [null, { gatewayCode: null, providerCode: null }],
])("writes %j in both columns, the number where it is one, and reads it", (code, columns) => {
  expect(toCodeColumns(code)).toEqual(columns);
  expect(getCode(columns)).toBe(code);
});

it.each([
  ["a row from before", { gatewayCode: 7, providerCode: null }, "7"],
  ["an answer after ours", { gatewayCode: 7, providerCode: "16" }, "7"],
  ["an outcome without a code after ours", { gatewayCode: null, providerCode: "16" }, null],
])("reads the number where the release before has written %s", (_what, columns, code) => {
  expect(getCode(columns)).toBe(code);
});
