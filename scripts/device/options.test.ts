import { describe, expect, it } from "vitest";

import { parseDeviceOptions } from "./options";

const read = (text: string) => parseDeviceOptions(text.split(" ").filter(Boolean));

describe("the arguments of npm run device", () => {
  it("create a device in any order of its options", () => {
    const words = ["create", "--name", "Gate 3", "--parent", "rink", "--location", "gate-3"];
    expect(parseDeviceOptions(words)).toEqual({
      command: "create",
      parent: "rink",
      location: "gate-3",
      name: "Gate 3",
    });
  });

  it("list all devices, or those of a parent", () => {
    expect(read("list")).toEqual({ command: "list", parent: null });
    expect(read("list --parent rink")).toEqual({ command: "list", parent: "rink" });
  });

  it("renew or revoke one", () => {
    expect(read("renew 7K3M9PQRST")).toEqual({ command: "renew", deviceId: "7K3M9PQRST" });
    expect(read("revoke 7K3M9PQRST")).toEqual({ command: "revoke", deviceId: "7K3M9PQRST" });
  });

  it("let one list what others sold, or no longer", () => {
    expect(read("set 7K3M9PQRST --lists-others on")).toEqual({
      command: "set",
      deviceId: "7K3M9PQRST",
      listsOthers: true,
    });
    expect(read("set 7K3M9PQRST --lists-others off")).toMatchObject({ listsOthers: false });
  });

  it("show the history of a parent's devices", () => {
    expect(read("history rink")).toEqual({ command: "history", parent: "rink" });
  });

  it.each([
    "",
    "history",
    "create",
    "create --parent rink --location gate-3",
    "create --parent rink --location gate-3 --name",
    "create --parent rink --parent rink --location gate-3 --name x",
    "create --parent rink --location gate-3 --name x --color red",
    "list rink",
    "list --parent",
    "renew",
    "renew --all",
    "revoke A B",
    "delete A",
    "set",
    "set 7K3M9PQRST",
    "set --lists-others on",
    "set 7K3M9PQRST --lists-others",
    "set 7K3M9PQRST --lists-others yes",
    "set 7K3M9PQRST --color red",
  ])("are refused if unknown: %s", (text) => {
    expect(read(text)).toBeNull();
  });
});
