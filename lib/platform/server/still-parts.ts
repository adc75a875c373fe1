import "server-only";

import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { ReactNode } from "react";
import { cloneElement, createElement, Fragment, isValidElement } from "react";

type Component = (props: object) => ReactNode | Promise<ReactNode>;

type Properties = { children?: ReactNode };

// Next evaluates modules several times in one process: what renders data and what renders HTML share one store, which
// a part is in for the moment between the two.
const shared = globalThis as typeof globalThis & { tirageStillParts?: LRUCache<string, { drawn: ReactNode }> };
// More than pages rendered at the same time need: a part that is gone before its HTML is written breaks its page.
shared.tirageStillParts ??= new LRUCache({ max: 4000 });
const stillParts = shared.tirageStillParts;

function isEmpty(node: ReactNode): boolean {
  return node === null || node === undefined || typeof node === "boolean" || node === "";
}

function isText(node: ReactNode): node is string | number {
  return typeof node === "string" || typeof node === "number";
}

/** Neighbouring texts become one: React would part them by comments. */
function joinTexts(nodes: readonly ReactNode[]): ReactNode[] {
  const joined: ReactNode[] = [];
  for (const node of nodes) {
    if (isEmpty(node)) continue;
    const last = joined.at(-1);
    if (isText(node) && isText(last)) joined[joined.length - 1] = `${last}${node}`;
    else joined.push(node);
  }
  return joined;
}

async function drawList(nodes: readonly ReactNode[]): Promise<ReactNode[]> {
  return joinTexts(await Promise.all(nodes.map(drawStill)));
}

/**
 * Draws components of the server until nothing but elements of HTML is left. Throws at a component that lives in the
 * browser: nothing would bring it to life.
 */
export async function drawStill(node: ReactNode): Promise<ReactNode> {
  const found = await node;
  if (Array.isArray(found)) return drawList(found);
  if (!isValidElement<Properties>(found)) return found;
  const { type, key, props } = found;
  if (typeof type === "function" && !("$$typeof" in type)) {
    const drawn = await drawStill(await (type as Component)(props));
    return key === null ? drawn : createElement(Fragment, { key }, drawn);
  }
  if (typeof type !== "string" && type !== Fragment) throw new Error("A still part holds a part of the browser.");
  if (isEmpty(props.children)) return found;
  const children = await drawList(Array.isArray(props.children) ? props.children : [props.children]);
  return cloneElement(found, undefined, ...children);
}

/** What a build for development notes about elements begins with `_` and says nothing of what they show. */
function digestOf(drawn: ReactNode): string {
  const text = JSON.stringify(drawn, (name, value) => (name.startsWith("_") ? undefined : value)) ?? "";
  return createHash("sha256").update(text).digest("base64url").slice(0, 10);
}

/** Keeps a drawn part for the rendering of the page's HTML, and gives what it is found by: the same for the same. */
export function keepStill(drawn: ReactNode): string {
  const id = digestOf(drawn);
  stillParts.set(id, { drawn });
  return id;
}
