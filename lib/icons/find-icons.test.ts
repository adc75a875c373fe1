import { icons } from "@iconify-json/lucide";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/context";
import type { IconService, ServedIcons } from "@/lib/gateways/icon-service/port";
import { findIcons, isPlainDrawing } from "./find-icons";

const drawing = { body: '<path d="M0 0h8"/>', width: 8, height: 8 };

function serviceWith(answer: (names: readonly string[]) => ServedIcons) {
  const asked: string[] = [];
  const find: IconService["find"] = async (prefix, names) => {
    asked.push(`${prefix}:${names.join(",")}`);
    return answer(names);
  };
  return { service: { find }, asked };
}

function contextWith(icons: IconService | null, waitSeconds: number | null = null): Context {
  return { icons, calls: async () => waitSeconds } as unknown as Context;
}

let sets = 0;
/** Answers are cached, so each test uses a new set. */
function newSet(): string {
  sets += 1;
  return `set-${sets}`;
}

const everything = (names: readonly string[]): ServedIcons => ({
  kind: "icons",
  icons: new Map(names.map((name) => [name, drawing])),
});

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

afterEach(() => vi.restoreAllMocks());

describe("findIcons", () => {
  it("returns Lucide's icons, older names too, and says which it doesn't have", async () => {
    const { service, asked } = serviceWith(everything);
    const answer = await findIcons(contextWith(null), {
      prefix: "lucide",
      names: ["ticket", "alert-circle", "nothing", "constructor"],
    });
    const missing = ["nothing", "constructor"];
    expect(answer).toMatchObject({ ok: true, isComplete: true, found: { prefix: "lucide", not_found: missing } });
    const icons = answer.ok ? answer.found.icons : {};
    expect(Object.keys(icons)).toEqual(["ticket", "alert-circle"]);
    expect(icons.ticket).toMatchObject({ width: 24, height: 24, body: expect.stringContaining("<path") });
    expect((await findIcons(contextWith(service), { prefix: "lucide", names: ["ticket"] })).ok).toBe(true);
    expect(asked).toEqual([]);
  });

  it("asks the service for others, once each", async () => {
    const { service, asked } = serviceWith(everything);
    const [ctx, prefix] = [contextWith(service), newSet()];
    const first = await findIcons(ctx, { prefix, names: ["one", "two", "one"] });
    expect(first).toMatchObject({ ok: true, found: { icons: { one: drawing, two: drawing }, not_found: [] } });
    await findIcons(ctx, { prefix, names: ["two", "three"] });
    expect(asked).toEqual([`${prefix}:one,two`, `${prefix}:three`]);
  });

  it("remembers that the service doesn't have one", async () => {
    const { service, asked } = serviceWith(() => ({ kind: "icons", icons: new Map() }));
    const [ctx, prefix] = [contextWith(service), newSet()];
    for (const _ of [1, 2])
      expect(await findIcons(ctx, { prefix, names: ["none"] })).toMatchObject({
        found: { icons: {}, not_found: ["none"] },
      });
    expect(asked).toHaveLength(1);
  });

  it("rejects a drawing with a script in it", async () => {
    const evil = { ...drawing, body: '<path d="M0 0" onload="alert(1)"/>' };
    const { service } = serviceWith(() => ({ kind: "icons", icons: new Map([["evil", evil]]) }));
    const answer = await findIcons(contextWith(service), { prefix: newSet(), names: ["evil"] });
    expect(answer).toMatchObject({ found: { icons: {}, not_found: ["evil"] } });
  });

  it("returns what it has while the service is down, and asks again", async () => {
    const { service, asked } = serviceWith(() => ({ kind: "unavailable", problem: "away" }));
    const [ctx, prefix] = [contextWith(service), newSet()];
    for (const _ of [1, 2])
      expect(await findIcons(ctx, { prefix, names: ["one"] })).toMatchObject({ ok: true, isComplete: false });
    expect(asked).toHaveLength(2);
    expect(await findIcons(ctx, { prefix: "lucide", names: ["ticket", "none"] })).toMatchObject({
      isComplete: false,
      found: { icons: { ticket: { width: 24 } } },
    });
  });

  it("doesn't ask if no service is set up, or too many were requested", async () => {
    expect(await findIcons(contextWith(null), { prefix: "mdi", names: ["home"] })).toMatchObject({
      found: { icons: {}, not_found: ["home"] },
    });
    const { service, asked } = serviceWith(everything);
    const answer = await findIcons(contextWith(service, 30), { prefix: newSet(), names: ["home"] });
    expect(answer).toMatchObject({ reason: "too-many-calls", retryAfterSeconds: 30 });
    expect(asked).toEqual([]);
  });

  it.each([
    ["../../etc", ["passwd"]],
    ["mdi", ["a b"]],
    ["mdi", ["a&x=1"]],
    ["__proto__", ["constructor"]],
    ["lucide", []],
  ])("refuses %s with %j", async (prefix, names) => {
    expect(await findIcons(contextWith(null), { prefix, names })).toMatchObject({ reason: "invalid-input" });
  });
});

describe("isPlainDrawing", () => {
  it("accepts every Lucide icon", () => {
    const bodies = Object.values(icons.icons).map(({ body }) => body);
    expect(bodies.length).toBeGreaterThan(1000);
    expect(bodies.filter((body) => !isPlainDrawing(body))).toEqual([]);
  });

  it.each([
    "",
    "words",
    "<script>alert(1)</script>",
    '<path d="M0 0" onload="alert(1)"/>',
    '<path d="M0 0"/><img src="x"/>',
    '<image href="https://example.com/a.png"/>',
    '<use href="#a"/>',
    '<a href="javascript:alert(1)"><path d="M0 0"/></a>',
    '<path fill="url(https://example.com/#a)"/>',
    '<path fill="red\nurl(a.svg#a)"/>',
    '<path style="fill:red"/>',
    "<style>*{display:none}</style>",
    "<path d='M0 0' onclick='alert(1)'/>",
    '<path d="M0 0"/><!-- -->',
    '<foreignObject><path d="M0 0"/></foreignObject>',
    '<path d="M0 0"',
    '<path d="&#106;avascript:"/>',
  ])("refuses %s", (body) => {
    expect(isPlainDrawing(body)).toBe(false);
  });
});
