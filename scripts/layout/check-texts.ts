import { join } from "node:path";
import type {
  CallExpression,
  JsxChild,
  JsxTagNameExpression,
  JsxText,
  Node,
  SourceFile,
  StringLiteral,
} from "typescript/unstable/ast";
import {
  isArrowFunction,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isIdentifier,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxSelfClosingElement,
  isJsxText,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isStringLiteral,
  SyntaxKind,
} from "typescript/unstable/ast";
import type { Checker, Type } from "typescript/unstable/sync";
import { API, SignatureKind, TypeFlags } from "typescript/unstable/sync";

/** `words` never change, `text` may change, `rich` is bare words from a component or a message with elements. */
type Part = "words" | "text" | "rich" | "space" | "element" | "nothing";

/** `isMany`: a list of such children. */
type Child = { node: Node; parts: Part[]; isMany?: boolean };

const advice =
  "gets an element of its own: a translator moves bare words, and beside them React then finds no place for what comes " +
  "and goes, nor the words that change";

const eitherOr: readonly SyntaxKind[] = [SyntaxKind.BarBarToken, SyntaxKind.QuestionQuestionToken];
const textFlags = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike;
const nothingFlags = TypeFlags.Null | TypeFlags.Undefined | TypeFlags.BooleanLike | TypeFlags.Void;

const isSlot = (checker: Checker, type: Type) => checker.typeToString(type).includes("ReactNode");

/** Finds text beside changing elements. A browser's translator replaces such text nodes, after which React fails. */
export function checkTexts(root: string, folders: readonly string[]): string[] {
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(root, "tsconfig.json")] }).getProjects();
    if (!project) throw new Error("tsconfig.json is no project.");
    const { checker, program, rootFiles } = project;
    const paths = rootFiles
      .map((path) => path.slice(root.length + 1))
      .filter((path) => path.endsWith(".tsx") && !path.endsWith(".test.tsx"))
      .filter((path) => folders.some((folder) => path.startsWith(`${folder}/`)));
    return paths.flatMap((path) => {
      const file = program.getSourceFile(join(root, path));
      return file ? checkFile(checker, path, file) : [];
    });
  } finally {
    api.close();
  }
}

/** The content of a component's slot is checked where the component is used. */
function getTypeParts(checker: Checker, type: Type | undefined): Part[] {
  if (!type || isSlot(checker, type)) return ["element"];
  const parts = (type.isUnionType() ? type.getTypes() : [type]).flatMap((one): Part[] => {
    if (one.flags & textFlags) return ["text"];
    if (one.flags & nothingFlags) return ["nothing"];
    if (checker.isArrayType(one) && one.isTypeReference()) {
      return getTypeParts(checker, checker.getTypeArguments(one)[0]).includes("text") ? ["rich"] : ["element"];
    }
    const isPromise = one.isTypeReference() && one.getSymbol()?.name === "Promise";
    return isPromise ? getTypeParts(checker, checker.getTypeArguments(one)[0]) : ["element"];
  });
  return [...new Set(parts)];
}

function getComponentParts(checker: Checker, tag: JsxTagNameExpression): Part[] {
  if (isIdentifier(tag) && /^[a-z]|Context$/.test(tag.text)) return ["element"];
  const type = checker.getTypeAtLocation(tag);
  const [signature] = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : [];
  const drawn = signature && checker.getReturnTypeOfSignature(signature);
  if (!drawn) return ["element"];
  const parts = getTypeParts(checker, drawn);
  return isSlot(checker, drawn) || parts.includes("text") ? ["rich"] : parts;
}

function getCallParts(checker: Checker, node: CallExpression): Child {
  const { expression: called, arguments: given } = node;
  const [first] = given;
  if (isPropertyAccessExpression(called) && called.name.text === "map" && first && isArrowFunction(first)) {
    const parts = isBlock(first.body) ? (["element"] as const) : getParts(checker, first.body);
    return { node, parts: [...parts], isMany: true };
  }
  if (isPropertyAccessExpression(called) && called.name.text === "rich") return { node, parts: ["rich"] };
  const parts = getTypeParts(checker, checker.getTypeAtLocation(node));
  // A message without values never changes.
  const isMessage = given.length === 1 && first !== undefined && isStringLiteral(first) && isIdentifier(called);
  return { node, parts: isMessage && parts.join() === "text" ? ["words"] : parts };
}

function getParts(checker: Checker, node: Node): Part[] {
  const children = getChildren(checker, node);
  return children.length > 0 ? children.flatMap(({ parts }) => parts) : ["nothing"];
}

function getTextChildren(node: JsxText | StringLiteral): Child[] {
  if (node.text.trim() !== "") return [{ node, parts: ["words"] }];
  // A line break between two tags isn't a space.
  return node.text.includes("\n") || node.text === "" ? [] : [{ node, parts: ["space"] }];
}

function getChildren(checker: Checker, node: Node): Child[] {
  const mergeParts = (...branches: Node[]) => branches.flatMap((branch) => getParts(checker, branch));
  if (isParenthesizedExpression(node)) return getChildren(checker, node.expression);
  if (isJsxExpression(node)) return node.expression ? getChildren(checker, node.expression) : [];
  if (isJsxFragment(node)) return node.children.flatMap((child) => getChildren(checker, child));
  if (isJsxText(node) || isStringLiteral(node)) return getTextChildren(node);
  if (isConditionalExpression(node)) return [{ node, parts: mergeParts(node.whenTrue, node.whenFalse) }];
  if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken) {
    return [{ node, parts: ["nothing", ...mergeParts(node.right)] }];
  }
  if (isBinaryExpression(node) && eitherOr.includes(node.operatorToken.kind)) {
    return [{ node, parts: mergeParts(node.left, node.right) }];
  }
  if (isJsxElement(node)) return [{ node, parts: getComponentParts(checker, node.openingElement.tagName) }];
  if (isJsxSelfClosingElement(node)) return [{ node, parts: getComponentParts(checker, node.tagName) }];
  if (isCallExpression(node)) return [getCallParts(checker, node)];
  return [{ node, parts: getTypeParts(checker, checker.getTypeAtLocation(node)) }];
}

const isStatic = ({ parts, isMany }: Child) => !isMany && parts.length === 1;

/** A text that is an only child is replaced as a whole, unlike texts of a list or words from a component. */
function isBare(child: Child, siblings: readonly Child[]): boolean {
  const [first, second] = child.parts;
  if (!child.parts.some((part) => part === "words" || part === "text" || part === "rich")) return false;
  if (siblings.length === 1) return child.isMany === true || (second !== undefined && child.parts.includes("rich"));
  return !isStatic(child) || first !== "words" || siblings.some((other) => !isStatic(other));
}

function canHaveSiblings(children: readonly JsxChild[]): boolean {
  const visibleChildren = children.filter((child) => !isJsxText(child) || child.text.trim() !== "");
  const [only] = visibleChildren;
  return (
    visibleChildren.length > 1 || (only !== undefined && isJsxExpression(only) && only.expression?.kind !== undefined)
  );
}

function checkFile(checker: Checker, path: string, file: SourceFile): string[] {
  // The element around a fragment has already reported its content.
  const errors = new Set<string>();
  const visit = (node: Node): void => {
    if ((isJsxElement(node) || isJsxFragment(node)) && canHaveSiblings(node.children)) {
      const siblings = node.children.flatMap((child) => getChildren(checker, child));
      for (const { node: bare } of siblings.filter((child) => isBare(child, siblings))) {
        const line = file.getLineAndCharacterOfPosition(bare.getStart(file)).line + 1;
        const quoted = bare.getText(file).replace(/\s+/g, " ").slice(0, 60);
        errors.add(`${path}:${line}: "${quoted}" ${advice}.`);
      }
    }
    node.forEachChild(visit);
  };
  file.forEachChild(visit);
  return [...errors];
}
