import "server-only";

import { createHash } from "node:crypto";
import type { ClientConfig, Pool, PoolClient } from "pg";
import { Client } from "pg";

/** PostgreSQL parses and plans a named statement once per connection. */
type StatementNames = {
  getName: (text: string) => string | undefined;
  renew: () => void;
  disable: () => void;
};

/** A statement gets a name on its third use, so that the server keeps no one-time statements. */
const usesBeforeName = 2;

/** Each name takes memory in every connection of the server. */
const maxTexts = 100;

/** The length of a value list is part of the text, so a name for it would hardly be used again. */
const variesInLength = /\bin \(\$\d+, \$\d+|\), \((?:\$\d|default\b)/;

export function createStatementNames(): StatementNames {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  let generation = 0;
  let isEnabled = true;

  function assignName(text: string): string | undefined {
    const count = uses.get(text) ?? 0;
    if (count < usesBeforeName) {
      if (count > 0 || (uses.size < maxTexts && !variesInLength.test(text))) uses.set(text, count + 1);
      return undefined;
    }
    const name = `tirage_${generation}_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
    names.set(text, name);
    return name;
  }

  return {
    getName: (text) => (isEnabled ? (names.get(text) ?? assignName(text)) : undefined),
    renew: () => {
      generation += 1;
      names.clear();
    },
    disable: () => {
      isEnabled = false;
    },
  };
}

type Query = (...parameters: unknown[]) => unknown;

type Statement = { text: string; name?: string };

function isStatement(value: unknown): value is Statement {
  return typeof value === "object" && value !== null && typeof (value as Statement).text === "string";
}

function withName(names: StatementNames, parameters: unknown[]): unknown[] {
  const [statement, values, ...others] = parameters;
  if (!isStatement(statement) || statement.name || !Array.isArray(values) || values.length === 0) return parameters;
  const name = names.getName(statement.text);
  return name ? [{ ...statement, name }, values, ...others] : parameters;
}

/** 0A000: a plan no longer fits its columns. 26000 and 42P05: a pooler lost or repeated a name. */
function handleFailure(error: unknown, names: StatementNames): void {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === "0A000" && /cached plan/.test(String(message))) names.renew();
  if (code === "26000" || code === "42P05") names.disable();
}

/**
 * Names statements (decision 050). Ends a connection whose query timed out, because it would give these rows to the
 * next query.
 */
export function namedClient(names = createStatementNames()): new (config?: ClientConfig) => Client {
  return class NamedClient extends Client {
    constructor(config?: ClientConfig) {
      super(config);
      const query: Query = super.query.bind(this);
      const onFailure = (error: Error) => {
        handleFailure(error, names);
        if (error.message === "Query read timeout") void this.end();
      };
      const namedQuery: Query = (...parameters) => {
        const namedParameters = withName(names, parameters);
        const callback = namedParameters.at(-1);
        if (typeof callback === "function") {
          const onResult = (error: Error | null, result: unknown) => {
            if (error) onFailure(error);
            callback(error, result);
          };
          return query(...namedParameters.slice(0, -1), onResult);
        }
        const answer = query(...namedParameters);
        if (answer instanceof Promise) answer.catch(onFailure);
        return answer;
      };
      Object.assign(this, { query: namedQuery });
    }
  };
}

const checkEveryMs = 1000;

/** Discards plans once a table's row count passes a power of eight. Takes no lock and writes no table. */
const renewalStatement = `do $$
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

/** A plan made for an empty table would read all orders of a draw to find one (decision 050). */
export function renewPlans(pool: Pool): void {
  const checkedAtMs = new WeakMap<PoolClient, number>();
  pool.on("connect", (client) => checkedAtMs.set(client, performance.now()));
  // Runs before the first statement of a checkout, never within a transaction.
  pool.on("acquire", (client) => {
    const nowMs = performance.now();
    if (nowMs - (checkedAtMs.get(client) ?? 0) < checkEveryMs) return;
    checkedAtMs.set(client, nowMs);
    // A broken connection will also fail the next statement, so its error is ignored here.
    client.query(renewalStatement).catch(() => undefined);
  });
}
