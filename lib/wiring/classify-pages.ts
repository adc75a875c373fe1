import "server-only";

import { readDrawFilter } from "@/lib/draw-filters";
import { drawIdPattern, isReservedId, titleParameters } from "@/lib/draws/pages/rules.page-paths";
import type { PageClassifier, SharedPage } from "@/lib/platform/guard/page-key";
import { missingPath } from "@/lib/platform/guard/page-key";
import type { PagePriority } from "@/lib/platform/guard/render-queue";
import type { FindPattern } from "@/lib/platform/guard/route-patterns";
import { unknownPattern } from "@/lib/platform/guard/route-patterns";
import { localizedPath, splitPath } from "@/lib/platform/i18n/routing";

/** `hasList` is true if this installation has the list of draws, not a main site. */
type ClassifierOptions = { findPattern: FindPattern; isDraw: (id: string) => Promise<boolean>; hasList: boolean };

/** Matches paths that need no decoding and are no other form of a page. Captures the first segment. */
const plainPath = /^\/([\w.~-]+)(?:\/[\w.~-]+)*(?<!\.(?:rsc|json|txt))$/;

/** Next renders the list of draws here, by filter. */
const listPath = "/-/list/";

/** Tells the guard in front of Next which pages are the same for all visitors and which ones sell. */
export function classifyPages(options: ClassifierOptions): PageClassifier {
  return {
    findSharedPage: (path, query) => {
      const { language, barePath } = splitPath(path);
      const page = localizedPath(language, barePath) === path ? findSharedPage(path, barePath, query, options) : null;
      return page && { ...page, path: localizedPath(language, page.path) };
    },
    parameters: titleParameters,
    getPagePriority: (path, query) => getPagePriority(path, query, options),
  };
}

function sharedList(query: string): SharedPage {
  const filters = new URLSearchParams(query).getAll("filter");
  const filter = (filters.length === 1 ? readDrawFilter(filters[0]) : undefined) ?? "all";
  const list = { path: `${listPath}${filter}` };
  return filter === "all" ? list : { ...list, isLowPriority: true };
}

function isMissing(path: string, barePath: string, findPattern: FindPattern): boolean {
  const [, first = ""] = plainPath.exec(barePath) ?? [];
  if (first === "" || isReservedId(first) || /^(?:_next|_i18n|\.well-known)$/.test(first)) return false;
  const pattern = findPattern(path);
  if (pattern.endsWith("/[...rest]") || first === "-") return true;
  return pattern === "/[locale]/[id]" && !drawIdPattern.test(first);
}

function findSharedPage(
  path: string,
  barePath: string,
  query: string,
  { findPattern, hasList }: ClassifierOptions,
): SharedPage | null {
  // With a main site, the list is there.
  if (barePath === "/") return hasList ? sharedList(query) : null;
  const [, id = ""] = /^(?:\/1)?\/([^/]+)$/.exec(barePath) ?? [];
  if (drawIdPattern.test(id)) return isReservedId(id) ? null : { path: barePath };
  return isMissing(path, barePath, findPattern) ? { path: missingPath, isLowPriority: true, isMissing: true } : null;
}

/** `other` are filters of the list, missing pages and draws that don't exist. */
async function getPagePriority(
  path: string,
  query: string,
  { findPattern, isDraw }: ClassifierOptions,
): Promise<PagePriority> {
  const { barePath } = splitPath(path);
  if (barePath === "/") return /(?:^|&)filter=/.test(query) ? "other" : "sale";
  const pattern = findPattern(path);
  if (pattern === unknownPattern || pattern.endsWith("/[...rest]")) return "other";
  const id = /^\/\[locale\](?:\/1)?\/\[id\]/.test(pattern) ? /^(?:\/1)?\/([^/]+)/.exec(barePath)?.[1] : undefined;
  if (id === undefined) return "sale";
  return drawIdPattern.test(id) && (await isDraw(id)) ? "sale" : "other";
}
