import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import { languages } from "@/lib/platform/i18n/routing";
import { drawIdPattern, firstSegments, isReservedId } from "./rules.page-paths";

const folders = ["app", "app/[locale]", "app/[locale]/(checkout)"];

const subfoldersOf = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** First segments with files in `app` that could also be the id of a draw. */
const served = folders.flatMap(subfoldersOf).filter((name) => drawIdPattern.test(name) && hasRoutes(name));

/** These folders have no pages. */
function hasRoutes(name: string): boolean {
  return !["fonts", "styles"].includes(name);
}

/** The page of a folder may be in a group such as `(signed-in)`, which is not part of its URL. */
function hasPage(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const groups = subfoldersOf(folder).filter((name) => name.startsWith("("));
  return ["", ...groups].some((group) => existsSync(`${folder}/${group}/page.tsx`));
}

/** First segments that are the whole URL of a page. */
const pages = served.filter((name) => folders.some((folder) => hasPage(`${folder}/${name}`)));

const listIn = (file: string, pattern: RegExp) => pattern.exec(readFileSync(file, "utf8"))?.[1]?.split("|").sort();

describe("the list of first segments", () => {
  it("has those of all URLs that the product serves, and no other", () => {
    expect([...firstSegments].sort()).toEqual([...served, ...languages].sort());
    expect(firstSegments.every(isReservedId)).toBe(true);
  });

  it("is what nginx doesn't take for a draw's page", () => {
    expect(listIn("deploy/nginx/server.conf", /\(\?!\(\?:([\w|]+)\)\$\)/)).toEqual([...firstSegments].sort());
  });

  it("names the pages for which nginx counts who asks", () => {
    expect(listIn("deploy/nginx/http.conf", /"~ \/\(\?:fr\/\)\?\(\?:([\w|]+)\)\$"/)).toEqual(pages.sort());
  });
});
