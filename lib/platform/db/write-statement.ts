import "server-only";

import { Param, SQL, StringChunk } from "drizzle-orm";

/** A statement as its driver takes it: the text, and its values in the order of `$1`, `$2`. */
type Written = { sql: string; params: unknown[] };

function addValue(value: unknown, written: Written): true {
  written.params.push(value);
  written.sql += `$${written.params.length}`;
  return true;
}

const isValue = (chunk: unknown) => chunk === null || ["string", "number", "boolean"].includes(typeof chunk);

/** Adds what a part says to `written`; false where only Drizzle knows how. */
function addChunk(chunk: unknown, written: Written): boolean {
  if (chunk instanceof StringChunk) {
    for (const text of chunk.value) written.sql += text;
    return true;
  }
  if (chunk instanceof SQL) {
    return !Reflect.get(chunk, "shouldInlineParams") && chunk.queryChunks.every((part) => addChunk(part, written));
  }
  if (!(chunk instanceof Param)) return isValue(chunk) && addValue(chunk, written);
  const { value, encoder } = chunk;
  if (value === null || Array.isArray(value) || isValue(value)) {
    return addValue(value === null ? null : encoder.mapToDriverValue(value), written);
  }
  return false;
}

/**
 * Writes a statement made of texts, values and other such statements, as ours are, letter by letter as Drizzle does, in
 * a fraction of its time. It has its parts still. One with anything else in it, such as a table or a column, is given
 * back as it is.
 */
export function writeStatement(statement: SQL): SQL {
  const written: Written = { sql: "", params: [] };
  return addChunk(statement, written) ? Object.create(statement, { toQuery: { value: () => written } }) : statement;
}
