import "server-only";

import { readDrawFilter } from "@/lib/draw-filters";
import { drawIdPattern, isReserved, titleParameters } from "@/lib/draws/pages/rules.addresses";
import type { KnownPages, SharedPage } from "@/lib/platform/guard/page-key";
import { missingPath } from "@/lib/platform/guard/page-key";
import type { Rank } from "@/lib/platform/guard/render-queue";
import type { PatternOf } from "@/lib/platform/guard/route-patterns";
import { unknownPattern } from "@/lib/platform/guard/route-patterns";
import { localizedPath, splitPath } from "@/lib/platform/i18n/routing";

/** What pages depend on: patterns of paths, whether there is a draw of an id, whether the list of draws is ours. */
type Facts = { patternOf: PatternOf; isDraw: (id: string) => Promise<boolean>; hasList: boolean };

/** An address of which nothing has to be decoded or is another form of a page, and its first segment. */
const plainPath = /^\/([\w.~-]+)(?:\/[\w.~-]+)*(?<!\.(?:rsc|json|txt))$/;

/** Under this address Next makes the list of draws by each of its filters. */
const listPath = "/-/list/";

function sharedList(query: string): SharedPage {
  const filters = new URLSearchParams(query).getAll("filter");
  const filter = (filters.length === 1 ? readDrawFilter(filters[0]) : undefined) ?? "all";
  const list = { path: `${listPath}${filter}` };
  return filter === "all" ? list : { ...list, isAside: true };
}

function isMissing(path: string, barePath: string, patternOf: PatternOf): boolean {
  const [, first = ""] = plainPath.exec(barePath) ?? [];
  if (first === "" || isReserved(first) || /^(?:_next|_i18n|\.well-known)$/.test(first)) return false;
  const pattern = patternOf(path);
  if (pattern.endsWith("/[...rest]") || first === "-") return true;
  return pattern === "/[locale]/[id]" && !drawIdPattern.test(first);
}

/** The shared page of an address without its language. */
function sharedAt(path: string, barePath: string, query: string, { patternOf, hasList }: Facts): SharedPage | null {
  // A main site has a list of its own, to which ours leads.
  if (barePath === "/") return hasList ? sharedList(query) : null;
  const [, id = ""] = /^(?:\/1)?\/([^/]+)$/.exec(barePath) ?? [];
  if (drawIdPattern.test(id)) return isReserved(id) ? null : { path: barePath };
  return isMissing(path, barePath, patternOf) ? { path: missingPath, isAside: true, isMissing: true } : null;
}

/** Nobody buys by a filter of the list, at an address that has no page, or a draw that does not exist. */
async function rankOf(path: string, query: string, { patternOf, isDraw }: Facts): Promise<Rank> {
  const { barePath } = splitPath(path);
  if (barePath === "/") return /(?:^|&)filter=/.test(query) ? "other" : "sale";
  const pattern = patternOf(path);
  if (pattern === unknownPattern || pattern.endsWith("/[...rest]")) return "other";
  const id = /^\/\[locale\](?:\/1)?\/\[id\]/.test(pattern) ? /^(?:\/1)?\/([^/]+)/.exec(barePath)?.[1] : undefined;
  if (id === undefined) return "sale";
  return drawIdPattern.test(id) && (await isDraw(id)) ? "sale" : "other";
}

/** Tells the guard before Next which pages are the same for all who ask, and what pages are for. */
export function knowPages(facts: Facts): KnownPages {
  return {
    sharedAt: (path, query) => {
      const { language, barePath } = splitPath(path);
      // With another slash it leads elsewhere.
      const page = localizedPath(language, barePath) === path ? sharedAt(path, barePath, query, facts) : null;
      return page && { ...page, path: localizedPath(language, page.path) };
    },
    parameters: titleParameters,
    rankOf: (path, query) => rankOf(path, query, facts),
  };
}
