import type { ReactNode } from "react";
import { createElement as h } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";

import { drawStill, keepStill } from "./still-parts";

type Named = { name: string; children?: ReactNode };

function Name({ name }: Named) {
  return name;
}

async function Later({ name, children }: Named) {
  await Promise.resolve();
  return [h("b", { key: "name" }, name), children];
}

/** As a bundler marks a component that lives in the browser. */
const Island = Object.assign(() => null, { $$typeof: Symbol.for("react.client.reference") });

async function markupOf(node: ReactNode): Promise<string> {
  return renderToStaticMarkup(await drawStill(node));
}

describe("a still part", () => {
  it("renders to plain HTML, including async children", async () => {
    // Of a picture that is not lazy React would also write that it is to be loaded before.
    const picture = h("img", { src: "/a.svg", alt: "", loading: "lazy" });
    const inner = h(Later as never, { name: "Ana" }, h(Name, { name: "Bo" }), picture);
    expect(await markupOf(h("p", { className: "x" }, inner, null, false, 0))).toBe(
      '<p class="x"><b>Ana</b>Bo<img src="/a.svg" alt="" loading="lazy"/>0</p>',
    );
  });

  it("merges adjacent texts", async () => {
    const drawn = await drawStill(h("p", null, "Until ", h(Name, { name: "noon" }), ", ", 3, " left"));
    expect((drawn as { props: { children: unknown } }).props.children).toBe("Until noon, 3 left");
  });

  it("rejects client components, wherever they are", async () => {
    await expect(drawStill(h("p", null, h(Later as never, { name: "x" }, h(Island))))).rejects.toThrow("browser");
  });

  it("is identified by what it shows", async () => {
    const of = async (name: string) => keepStill(await drawStill(h("p", null, h(Name, { name }))));
    expect(await of("one")).toBe(await of("one"));
    expect(await of("one")).not.toBe(await of("two"));
  });
});
