import "server-only";

import type { ClientConfig } from "pg";
import { Client } from "pg";

import type { StatementNames } from "./statement-names";

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
 * A client class for a pool that names its parameterised statements (decision 007). A client whose query got no answer
 * in time is ended: its connection would answer the next query with this one's rows, or never.
 */
export function namedClient(names: StatementNames): new (config?: ClientConfig) => Client {
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
