import "server-only";

import { createHash } from "node:crypto";
import type { ClientConfig, Pool, PoolClient } from "pg";
import { Client } from "pg";

/** Names for statements that come again and again, so that PostgreSQL parses and plans each once a connection. */
type StatementNames = {
  /** The name of a statement's text, or undefined while it is not worth one. */
  nameOf: (text: string) => string | undefined;
  /** Renames everything: a migration has changed what a statement returns. */
  renew: () => void;
  /** Stops naming: there is a pooler between us and PostgreSQL that doesn't know names. */
  giveUp: () => void;
};

/** A text is named on its third use: the server doesn't keep one-time statements. */
const usesBeforeName = 2;

/** At most so many texts are counted, and so named: each name costs memory in each connection of the server. */
const maxTexts = 100;

/** A list of any length, in a condition or as rows to insert, has another text for each length. */
const variesInLength = /\bin \(\$\d+, \$\d+|\), \((?:\$\d|default\b)/;

/**
 * Creates the names of one pool. Texts are constant, values are parameters: a text's hash names it everywhere alike.
 */
export function createStatementNames(): StatementNames {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  let generation = 0;
  let isUsed = true;

  function nameAfresh(text: string): string | undefined {
    const used = uses.get(text) ?? 0;
    if (used < usesBeforeName) {
      if (used > 0 || (uses.size < maxTexts && !variesInLength.test(text))) uses.set(text, used + 1);
      return undefined;
    }
    const name = `tirage_${generation}_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
    names.set(text, name);
    return name;
  }

  return {
    nameOf: (text) => (isUsed ? (names.get(text) ?? nameAfresh(text)) : undefined),
    renew: () => {
      generation += 1;
      names.clear();
    },
    giveUp: () => {
      isUsed = false;
    },
  };
}

type Query = (...parameters: unknown[]) => unknown;

type Statement = { text: string; name?: string };

function isStatement(value: unknown): value is Statement {
  return typeof value === "object" && value !== null && typeof (value as Statement).text === "string";
}

function withName(names: StatementNames, parameters: unknown[]): unknown[] {
  const [statement, values, ...rest] = parameters;
  if (!isStatement(statement) || statement.name || !Array.isArray(values) || values.length === 0) return parameters;
  const name = names.nameOf(statement.text);
  return name ? [{ ...statement, name }, values, ...rest] : parameters;
}

/**
 * Learns from a failure: a plan that no longer fits its columns (0A000), or a pooler that loses names (26000, 42P05).
 */
function learnFrom(error: unknown, names: StatementNames): void {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === "0A000" && /cached plan/.test(String(message))) names.renew();
  if (code === "26000" || code === "42P05") names.giveUp();
}

/**
 * A client class for a pool that names its parameterised statements (decision 050). A client whose query got no answer
 * in time is ended: its connection would answer the next query with this one's rows, or never.
 */
export function namedClient(names = createStatementNames()): new (config?: ClientConfig) => Client {
  return class NamedClient extends Client {
    constructor(config?: ClientConfig) {
      super(config);
      const query: Query = super.query.bind(this);
      const onFailure = (error: Error) => {
        learnFrom(error, names);
        if (error.message === "Query read timeout") void this.end();
      };
      const namedQuery: Query = (...parameters) => {
        const sent = withName(names, parameters);
        const callback = sent.at(-1);
        if (typeof callback === "function") {
          const heard = (error: Error | null, result: unknown) => {
            if (error) onFailure(error);
            callback(error, result);
          };
          return query(...sent.slice(0, -1), heard);
        }
        const answer = query(...sent);
        if (answer instanceof Promise) answer.catch(onFailure);
        return answer;
      };
      Object.assign(this, { query: namedQuery });
    }
  };
}

/** How often a connection in use checks the tables, in ms. */
const everyMs = 1000;

/**
 * Throws all plans of the connection away, those of foreign keys too, once the rows of any table are of another power
 * of eight than when it last did so. No table is locked for it, and nothing is written but a setting of the session.
 */
const renewal = `do $$
  declare
    sizes text := (
      select string_agg(floor(ln(1 + pg_stat_get_live_tuples(oid)::float8) / ln(8))::text, ' ' order by oid)
      from pg_class where relkind = 'r'
        and relnamespace = (select oid from pg_namespace where nspname = current_schema()));
  begin
    if sizes is distinct from current_setting('tirage.sizes', true) then
      discard plans;
      perform set_config('tirage.sizes', sizes, false);
    end if;
  end $$`;

/**
 * Makes every connection of a pool renew its cached plans as tables grow: a plan made for an empty table uses any
 * index, and would read all orders of a draw to find one (decision 050). Whoever uses the connection does it: no job,
 * timer or statistics are needed.
 */
export function renewPlans(pool: Pool): void {
  const lookedAtMs = new WeakMap<PoolClient, number>();
  pool.on("connect", (client) => lookedAtMs.set(client, performance.now()));
  // Before the first statement on a connection that was just taken, and never within a transaction.
  pool.on("acquire", (client) => {
    const nowMs = performance.now();
    if (nowMs - (lookedAtMs.get(client) ?? 0) < everyMs) return;
    lookedAtMs.set(client, nowMs);
    // A connection that breaks here breaks the statement behind it too; any other failure leaves the plans as they are.
    client.query(renewal).catch(() => undefined);
  });
}
