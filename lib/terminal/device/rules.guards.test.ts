import { describe, expect, it } from "vitest";

import type { GuardVerdict } from "./rules.guards";
import { guardTerminalPage, isSellingPage } from "./rules.guards";

type IdName = "deviceId" | "parentId" | "locationId";

function verdictOf(path: string, names: IdName[] = [], query = ""): GuardVerdict {
  const idOf = (name: IdName) => (names.includes(name) ? `id-of-${name}` : null);
  const ids = { deviceId: idOf("deviceId"), parentId: idOf("parentId"), locationId: idOf("locationId") };
  return guardTerminalPage(path, { ids, hasCredential: false, query: new URLSearchParams(query) });
}

const all: IdName[] = ["deviceId", "parentId", "locationId"];
const singles: IdName[][] = all.map((name) => [name]);

describe("guardTerminalPage", () => {
  it("opens the home page to everyone", () => {
    expect(verdictOf("/terminal")).toBe("allowed");
    expect(verdictOf("/terminal", all)).toBe("allowed");
  });

  it.each<[IdName[], GuardVerdict]>([
    [[], "forbidden"],
    [["deviceId"], "forbidden"],
    [["parentId"], "forbidden"],
    [["locationId"], "forbidden"],
    [["deviceId", "locationId"], "forbidden"],
    [["parentId", "locationId"], "forbidden"],
    [["deviceId", "parentId"], "allowed"],
    [all, "allowed"],
  ])("with %j, a draw's selling page is %s, whatever the query contains", (names, verdict) => {
    expect(verdictOf("/terminal/demo5050", names)).toBe(verdict);
    expect(verdictOf("/terminal/demo5050", names, "deviceId=a&parentId=b&locationId=c")).toBe(verdict);
  });

  it.each([...singles, all])("allows registration with any stored id: %j", (...names) => {
    expect(verdictOf("/terminal/register", names)).toBe("allowed");
  });

  it.each(all)("allows registration with %s in the query, but not an empty one", (name) => {
    expect(verdictOf("/terminal/register", [], `${name}=a`)).toBe("allowed");
    expect(verdictOf("/terminal/register", [], `${name}=`)).toBe("missing");
    expect(verdictOf("/terminal/register", [], "instanceId=a")).toBe("missing");
  });

  it.each(["/terminal/recent-orders", "/terminal/unfinalized-orders"])(
    "lists at %s require a draw and an id",
    (path) => {
      expect(verdictOf(path)).toBe("missing");
      expect(verdictOf(path, [], "instanceId=demo5050")).toBe("missing");
      expect(verdictOf(path, [], "instanceId=demo5050&deviceId=a&parentId=b")).toBe("missing");
      expect(verdictOf(path, all)).toBe("missing");
      expect(verdictOf(path, all, "instanceId=")).toBe("missing");
      for (const names of [...singles, all]) expect(verdictOf(path, names, "instanceId=demo5050")).toBe("allowed");
    },
  );

  it.each(["/terminal/success", "/terminal/order-details"])("%s requires only an id", (path) => {
    expect(verdictOf(path)).toBe("missing");
    expect(verdictOf(path, [], "instanceId=a&orderId=b&deviceId=c&parentId=d")).toBe("missing");
    for (const names of [...singles, all]) expect(verdictOf(path, names)).toBe("allowed");
  });

  it.each([
    ["/terminal/demo5050", "", "allowed"],
    ["/terminal/register", "", "allowed"],
    ["/terminal/success", "", "allowed"],
    ["/terminal/order-details", "", "allowed"],
    ["/terminal/recent-orders", "instanceId=demo5050", "allowed"],
    ["/terminal/recent-orders", "", "missing"],
    ["/terminal/x/y", "", "missing"],
  ])("a credential stands for ids that the browser lost, at %s?%s: %s", (path, query, verdict) => {
    const ids = { deviceId: null, parentId: null, locationId: null };
    expect(guardTerminalPage(path, { ids, hasCredential: true, query: new URLSearchParams(query) })).toBe(verdict);
  });

  it.each(["/terminal/", "/terminal/register/", "/terminal/demo5050/x", "/terminal//x", "/terminals", "/Terminal/x"])(
    "there is no page at %s",
    (path) => {
      expect(verdictOf(path, all, "instanceId=demo5050")).toBe("missing");
    },
  );
});

describe("isSellingPage", () => {
  it("is true for a draw's page and no other", () => {
    expect(isSellingPage("/terminal/demo5050")).toBe(true);
    for (const path of ["/terminal", "/terminal/register", "/terminal/success", "/terminal/a/b"])
      expect(isSellingPage(path)).toBe(false);
  });
});
