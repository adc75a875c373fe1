import { readFileSync } from "node:fs";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import type { Node } from "oxc-parser";
import { parseSync } from "oxc-parser";
import { boardingStates } from "@/lib/gateways/bambora/schema.boarding";
import { roles } from "@/lib/people/rules.roles";
import { fieldProblemKeys, refusalStatuses } from "@/lib/platform/http/reasons";
import { environmentSchema } from "@/lib/platform/server/env.schema";
import { allRights, keyRights } from "@/lib/rights";
import { listPaths } from "@/scripts/layout/source-file";

type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject => typeof value === "object" && value !== null;

/** Every stored or published word in the code, after its category. */
export async function listPublishedTerms(): Promise<string[]> {
  const found = new Map<string, Set<string>>();
  const add = (list: string, words: readonly string[]) => {
    const listWords = found.get(list) ?? new Set();
    for (const word of words) listWords.add(word);
    if (listWords.size > 0) found.set(list, listWords);
  };
  const sources = ["lib", "components", "app"].flatMap((folder) => listPaths(process.cwd(), folder));
  for (const path of sources.filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))) {
    visit(parseSync(path, readFileSync(path, "utf8")).program, (node) => {
      readNode(node, add);
      readUnion(node, storedUnions, add);
      readList(node, add);
    });
  }
  add("columns", await readColumns());
  add("Right", allRights);
  add("admin rights", keyRights);
  add("roles", roles);
  add("boarding states", boardingStates);
  add(
    "refusals",
    Object.entries(refusalStatuses).map(([reason, status]) => `${reason} ${status}`),
  );
  add("field problems", fieldProblemKeys);
  add("environment", Object.keys(environmentSchema.shape));
  return [...found].flatMap(([list, words]) => [...words].map((word) => `${list}: ${word}`)).sort();
}

function isNode(value: unknown): value is Node {
  return isObject(value) && typeof value.type === "string";
}

function visit(node: Node, onNode: (node: Node) => void): void {
  onNode(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, onNode);
  }
}

function listKeys(node: Node): string[] {
  if (node.type !== "ObjectExpression") return [];
  return node.properties.flatMap((property) => {
    if (property.type !== "Property" || property.computed) return [];
    if (property.key.type === "Identifier") return [property.key.name];
    return property.key.type === "Literal" ? [String(property.key.value)] : [];
  });
}

function readText(node: Node | null | undefined): string[] {
  if (node?.type === "Literal" && typeof node.value === "string") return [node.value];
  return node?.type === "TemplateLiteral" ? [node.quasis.map(({ value }) => value.raw).join("*")] : [];
}

function findMember(node: Node, key: string): Node | null {
  if (node.type !== "ObjectExpression") return null;
  for (const property of node.properties) {
    const isKey = property.type === "Property" && property.key.type === "Identifier" && property.key.name === key;
    if (isKey) return property.value;
  }
  return null;
}

/** Names of log fields, details, storage keys, metrics and jobs in one file. */
function readNode(node: Node, add: (list: string, words: string[]) => void): void {
  if (node.type === "CallExpression" && node.callee.type === "Identifier" && /^log[A-Z]/.test(node.callee.name)) {
    for (const argument of node.arguments) add("log fields", listKeys(argument));
  }
  if (node.type === "Property" && node.key.type === "Identifier" && node.key.name === "detail") {
    add("audit details", listKeys(node.value));
  }
  if (node.type === "ObjectExpression" && findMember(node, "everyMs")) add("jobs", readText(findMember(node, "name")));
  if (node.type === "Literal" || node.type === "TemplateLiteral") {
    const words = readText(node);
    add(
      "metrics",
      words.filter((word) => /^tirage_[a-z_]+$/.test(word)),
    );
    add(
      "names in browsers",
      words.filter((word) => /^(tirage[-:]|__Host-)[^ ]*$/.test(word)),
    );
  }
}

/** Reads a literal, or the `kind` of an object. */
function readWord(member: Node): string[] {
  if (member.type === "TSLiteralType") return readText(member.literal);
  if (member.type !== "TSTypeLiteral") return [];
  return member.members.flatMap((part) => {
    const isKind = part.type === "TSPropertySignature" && part.key.type === "Identifier" && part.key.name === "kind";
    return isKind && part.typeAnnotation ? readWord(part.typeAnnotation.typeAnnotation) : [];
  });
}

/** Reads a union: `type OrderStatus = "reserved" | …`. */
function readUnion(node: Node, names: ReadonlySet<string>, add: (list: string, words: string[]) => void): void {
  if (node.type !== "TSTypeAliasDeclaration" || !names.has(node.id.name)) return;
  const { typeAnnotation } = node;
  const members = typeAnnotation.type === "TSUnionType" ? typeAnnotation.types : [typeAnnotation];
  add(node.id.name, members.flatMap(readWord));
}

const storedUnions = new Set([
  ...["OrderStatus", "AttemptState", "RefundState", "MailState", "MailKind", "WaitingState"],
  ...["Scope", "LetterKind", "PersonState"],
]);
const storedLists = /^(auditActions|drawActions|deviceActions|keyActions|peopleActions)$/;

function readList(node: Node, add: (list: string, words: string[]) => void): void {
  if (node.type !== "VariableDeclarator" || node.id.type !== "Identifier" || !storedLists.test(node.id.name)) return;
  const list = node.init?.type === "TSAsExpression" ? node.init.expression : node.init;
  if (list?.type !== "ArrayExpression") return;
  add(
    "audit actions",
    list.elements.flatMap((element) => (element ? readText(element) : [])),
  );
}

async function readColumns(): Promise<string[]> {
  const files = listPaths(process.cwd(), "lib").filter((path) => /(^|\/)tables(\.[a-z]+)?\.ts$/.test(path));
  const modules = await Promise.all(files.map((file): Promise<object> => import(`${process.cwd()}/${file}`)));
  const tables = modules.flatMap((module) => Object.values(module)).filter((value) => is(value, PgTable));
  return tables.flatMap((table) => {
    const { name, columns } = getTableConfig(table);
    return columns.map((column) => `${name}.${column.name}`);
  });
}
