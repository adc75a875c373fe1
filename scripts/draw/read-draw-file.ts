import { readFileSync } from "node:fs";

import type { ParseError } from "jsonc-parser";
import { parse, printParseErrorCode } from "jsonc-parser";

import { CommandError } from "@/scripts/command/admin-client";

/** JSON with comments and trailing commas. */
export function readDrawFile(file: string): unknown {
  const text = readText(file);
  const errors: ParseError[] = [];
  const draw: unknown = parse(text.replace(/^\uFEFF/, " "), errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first)
    throw new CommandError(
      `Can't read ${file} as JSON: ${describeParseError(first)} at ${describePosition(text, first.offset)}.`,
    );
  return draw;
}

function describePosition(text: string, offset: number): string {
  const before = text.slice(0, offset).split("\n");
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** The parser's codes, such as `CommaExpected`, in words. */
function describeParseError({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase();
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new CommandError(`Can't read ${file}: ${(error as Error).message}`);
  }
}
