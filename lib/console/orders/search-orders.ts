import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { readCrockford } from "@/lib/crockford";
import type { DrawRecord } from "@/lib/draws/store";
import { readDrawRecord, readParentId } from "@/lib/draws/store";
import { getDaySpan } from "@/lib/local-time";
import { orderCodeLength } from "@/lib/orders/rules.identity";
import { parseSearch } from "@/lib/orders/rules.search";
import { toCardTerm, toNameWords } from "@/lib/orders/rules.search-terms";
import { hashValidationNumber, readValidationNumber } from "@/lib/orders/rules.validation";
import type { SearchedDraws } from "@/lib/orders/store";
import { findKeysByValidationHash } from "@/lib/orders/store";
import { readListedOrders } from "@/lib/orders/store.list";
import { withRetry } from "@/lib/platform/db/errors";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { AccessScope } from "@/lib/rights";
import { includesDraw } from "@/lib/rights";
import { projectRows } from "./project-rows";
import type { FoundOrders, SearchKind, WinWithoutOrder } from "./rules";
import { findPrizeText, getPoolTitle } from "./rules.wins";
import { searchSchema } from "./schema";
import type { CodeCandidates, OrderStatement } from "./store";
import { ordersByCode, ordersByEmail, ordersByPhone, ordersByTicket, selectOrdersByKeys } from "./store";
import { ordersByName, rankPrefixes, selectOrdersByTerm } from "./store.search-terms";

const maxResults = 50;

/** One more than is shown, to tell whether there are others. */
const queryLimit = maxResults + 1;

type SearchRefusal = AdminRefusal | "invalid-input" | "draw-not-found";

/** The scopes in which the caller may search by email or code (`exact`), and by anything else (`browsed`). */
type SearchScopes = { exact: AccessScope; browsed: AccessScope | null };

/** Searches the draws of the admin's scope: by email or code with the right `find`, by anything else with `browse`. */
export async function searchOrders(
  ctx: Context,
  body: unknown,
): Promise<({ ok: true } & FoundOrders) | Refusal<SearchRefusal>> {
  const exact = authorizeAdmin(ctx.actor, "find");
  if (!exact.ok) return exact;
  const input = parseInput(searchSchema, body);
  if (!input.ok) return input;
  const browsed = authorizeAdmin(ctx.actor, "browse");
  if ("q" in input.value) {
    const { q, instanceId = null } = input.value;
    const accessScopes = { exact: exact.accessScope, browsed: browsed.ok ? browsed.accessScope : null };
    return withRetry(ctx, () => searchText(ctx, q, instanceId, accessScopes));
  }
  if (!browsed.ok) return browsed;
  const card = { ...input.value, accessScope: browsed.accessScope };
  return withRetry(ctx, () => searchCard(ctx, card));
}

async function searchText(
  ctx: Context,
  text: string,
  drawId: string | null,
  { exact, browsed }: SearchScopes,
): Promise<{ ok: true } & FoundOrders> {
  const { email, phones, ticket, name } = parseSearch(text, "");
  const exactDraws = { drawId, accessScope: exact };
  if (email !== null) return findFirstMatch(ctx, [["email", ordersByEmail(exactDraws, email, queryLimit)]]);
  const searches: [SearchKind, OrderStatement][] = [
    ["code", ordersByCode(exactDraws, toCodeCandidates(text), queryLimit)],
  ];
  if (browsed === null) return findFirstMatch(ctx, searches);
  const draws = { drawId, accessScope: browsed };
  const validatedOrders = await findByValidationNumber(ctx, text, draws);
  if (validatedOrders) return findFirstMatch(ctx, [["validation-number", validatedOrders]]);
  if (phones.length > 0) searches.push(["phone", ordersByPhone(draws, phones, queryLimit)]);
  if (drawId !== null && ticket !== null) searches.push(["ticket", ordersByTicket(draws, ticket, queryLimit)]);
  const found = await findFirstMatch(ctx, searches);
  const winsWithoutOrder = ticket === null ? [] : await findWinsWithoutOrder(ctx, draws, ticket, found);
  const prefixes = name === null ? [] : toNameWords(name);
  if (found.orders.length > 0 || winsWithoutOrder.length > 0) return { ...found, winsWithoutOrder };
  if (drawId !== null && prefixes.length > 0) return searchName(ctx, draws, prefixes);
  return { ...found, needsDraw: drawId === null && (ticket !== null || prefixes.length > 0) };
}

/** Returns the wins of a ticket number that belong to none of the orders found, such as tickets sold on paper. */
async function findWinsWithoutOrder(
  ctx: Context,
  { drawId, accessScope }: SearchedDraws,
  ticketNumber: number,
  { orders }: FoundOrders,
): Promise<WinWithoutOrder[]> {
  const record = drawId === null ? null : await readDrawInScope(ctx, drawId, accessScope);
  if (!record) return [];
  const { draw } = record;
  return draw.winners
    .filter(({ number, soldOnPaper }) => number === ticketNumber && (soldOnPaper || orders.length === 0))
    .map((winner) => ({
      ticketNumber,
      title: getPoolTitle(draw, winner.poolId),
      prize: findPrizeText(draw, winner),
      isOnPaper: winner.soldOnPaper === true,
    }));
}

/** Reads a draw only if it is within the scope, because reading one out of it would take longer than finding none. */
async function readDrawInScope({ db }: Context, drawId: string, accessScope: AccessScope): Promise<DrawRecord | null> {
  const parentId = await readParentId(db, drawId);
  return parentId !== null && includesDraw(accessScope, { drawId, parentId }) ? readDrawRecord(db, drawId) : null;
}

/** Reads the text as a code, once whole and once without what may be its draw's prefix. */
function toCodeCandidates(text: string): CodeCandidates {
  const symbols = text.toUpperCase().replace(/[\s-]/g, "");
  const head = symbols.slice(0, -orderCodeLength).replaceAll("O", "0").replace(/[IL]/g, "1");
  const code = readCrockford(symbols.slice(-orderCodeLength));
  return { input: symbols, head, code: code?.length === orderCodeLength ? code : null };
}

async function findByValidationNumber(
  { db, sealer }: Context,
  text: string,
  draws: SearchedDraws,
): Promise<OrderStatement | null> {
  const number = readValidationNumber(text);
  if (!number) return null;
  return selectOrdersByKeys(
    await findKeysByValidationHash(db, draws, (drawId) => hashValidationNumber(sealer, drawId, number)),
  );
}

async function searchName(
  ctx: Context,
  draws: SearchedDraws,
  prefixes: readonly string[],
): Promise<{ ok: true } & FoundOrders> {
  const [rarest, ...others] = await rankPrefixes(ctx.db, draws, prefixes);
  if (!rarest) return findFirstMatch(ctx, []);
  const ranked = [rarest.prefix, ...others.map(({ prefix }) => prefix)] as const;
  const found = await findFirstMatch(ctx, [["name", ordersByName(draws, ranked, queryLimit)]]);
  return { ...found, isMore: found.isMore || rarest.isCommon };
}

async function searchCard(
  ctx: Context,
  {
    lastFour,
    instanceId,
    day,
    accessScope,
  }: { lastFour: string; instanceId: string; day: string; accessScope: AccessScope },
): Promise<({ ok: true } & FoundOrders) | Refusal<"draw-not-found">> {
  const record = await readDrawInScope(ctx, instanceId, accessScope);
  if (!record) return refuse("draw-not-found");
  const span = getDaySpan(day, record.draw.timeZone);
  const draws = { drawId: instanceId, accessScope };
  const term = toCardTerm(lastFour);
  const [ranked] = await rankPrefixes(ctx.db, draws, [term]);
  const found = await findFirstMatch(ctx, [["last-four", selectOrdersByTerm(draws, term, span, queryLimit)]]);
  return { ...found, isMore: found.isMore || ranked?.isCommon === true };
}

/** Tries the kinds of search in order and returns the first that finds something. */
async function findFirstMatch(
  ctx: Context,
  searches: readonly [SearchKind, OrderStatement][],
): Promise<{ ok: true } & FoundOrders> {
  for (const [way, statement] of searches) {
    const rows = await readListedOrders(ctx.db, statement);
    if (rows.length === 0) continue;
    const orders = await projectRows(ctx, rows.slice(0, maxResults));
    return { ok: true, orders, winsWithoutOrder: [], way, isMore: rows.length > maxResults, needsDraw: false };
  }
  return { ok: true, orders: [], winsWithoutOrder: [], way: null, isMore: false, needsDraw: false };
}
