import { expect, it } from "vitest";

import { readAdminName } from "./admin-name";

function read(header: string) {
  return readAdminName(new Headers({ "x-admin-name": header }));
}

it("a call without a name is from an unnamed admin", () => {
  expect(readAdminName(new Headers())).toEqual({ ok: true });
});

it.each([
  ["Robin", "Robin"],
  [encodeURIComponent(" Zoé Ługowska "), "Zoé Ługowska"],
  [encodeURIComponent("監督"), "監督"],
])("%s names %s", (header, name) => {
  expect(read(header)).toEqual({ ok: true, name });
});

it.each(["key:marie", "KEY:marie", encodeURIComponent(" key : marie")])("%s would name a key", (header) => {
  expect(read(header)).toMatchObject({ ok: false, fields: [{ field: "X-Admin-Name", problem: "reserved" }] });
});

it.each(["", "%E9", "%00", encodeURIComponent("a\nb"), encodeURIComponent("\u202Eadmin"), "---", "x".repeat(81)])(
  "%j names nobody",
  (header) => {
    expect(read(header)).toMatchObject({ ok: false, reason: "invalid-input", fields: [{ field: "X-Admin-Name" }] });
  },
);
