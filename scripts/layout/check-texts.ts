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

/** If `isMany`, it is a list of such children. */
type Child = { node: Node; parts: Part[]; isMany?: boolean };

const advice =
  "gets an element of its own: a translator moves bare words, and beside them React then finds no place for what comes " +
  "and goes, nor the words that change";

const eitherOr: readonly SyntaxKind[] = [SyntaxKind.BarBarToken, SyntaxKind.QuestionQuestionToken];
const textFlags = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike;
const nothingFlags = TypeFlags.Null | TypeFlags.Undefined | TypeFlags.BooleanLike | TypeFlags.Void;

const isSlot = (checker: Checker, type: Type) => checker.typeToString(type).includes("ReactNode");

/** The content of a component's slot is checked where the component is used. */
function partsOfType(checker: Checker, type: Type | undefined): Part[] {
  if (!type || isSlot(checker, type)) return ["element"];
  const parts = (type.isUnionType() ? type.getTypes() : [type]).flatMap((one): Part[] => {
    if (one.flags & textFlags) return ["text"];
    if (one.flags & nothingFlags) return ["nothing"];
    if (checker.isArrayType(one) && one.isTypeReference()) {
      return partsOfType(checker, checker.getTypeArguments(one)[0]).includes("text") ? ["rich"] : ["element"];
    }
    const isPromise = one.isTypeReference() && one.getSymbol()?.name === "Promise";
    return isPromise ? partsOfType(checker, checker.getTypeArguments(one)[0]) : ["element"];
  });
  return [...new Set(parts)];
}

function partsOfComponent(checker: Checker, tag: JsxTagNameExpression): Part[] {
  if (isIdentifier(tag) && /^[a-z]|Context$/.test(tag.text)) return ["element"];
  const type = checker.getTypeAtLocation(tag);
  const [signature] = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : [];
  const drawn = signature && checker.getReturnTypeOfSignature(signature);
  if (!drawn) return ["element"];
  const parts = partsOfType(checker, drawn);
  return isSlot(checker, drawn) || parts.includes("text") ? ["rich"] : parts;
}

function partsOfCall(checker: Checker, node: CallExpression): Child {
  const { expression: called, arguments: given } = node;
  const [first] = given;
  if (isPropertyAccessExpression(called) && called.name.text === "map" && first && isArrowFunction(first)) {
    const parts = isBlock(first.body) ? (["element"] as const) : partsOf(checker, first.body);
    return { node, parts: [...parts], isMany: true };
  }
  if (isPropertyAccessExpression(called) && called.name.text === "rich") return { node, parts: ["rich"] };
  const parts = partsOfType(checker, checker.getTypeAtLocation(node));
  // A message without values never changes.
  const isMessage = given.length === 1 && first !== undefined && isStringLiteral(first) && isIdentifier(called);
  return { node, parts: isMessage && parts.join() === "text" ? ["words"] : parts };
}

function partsOf(checker: Checker, node: Node): Part[] {
  const children = childrenOf(checker, node);
  return children.length > 0 ? children.flatMap(({ parts }) => parts) : ["nothing"];
}

function childrenOfText(node: JsxText | StringLiteral): Child[] {
  if (node.text.trim() !== "") return [{ node, parts: ["words"] }];
  // A line break between two tags is no space.
  return node.text.includes("\n") || node.text === "" ? [] : [{ node, parts: ["space"] }];
}

function childrenOf(checker: Checker, node: Node): Child[] {
  const oneOf = (...branches: Node[]) => branches.flatMap((branch) => partsOf(checker, branch));
  if (isParenthesizedExpression(node)) return childrenOf(checker, node.expression);
  if (isJsxExpression(node)) return node.expression ? childrenOf(checker, node.expression) : [];
  if (isJsxFragment(node)) return node.children.flatMap((child) => childrenOf(checker, child));
  if (isJsxText(node) || isStringLiteral(node)) return childrenOfText(node);
  if (isConditionalExpression(node)) return [{ node, parts: oneOf(node.whenTrue, node.whenFalse) }];
  if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken) {
    return [{ node, parts: ["nothing", ...oneOf(node.right)] }];
  }
  if (isBinaryExpression(node) && eitherOr.includes(node.operatorToken.kind)) {
    return [{ node, parts: oneOf(node.left, node.right) }];
  }
  if (isJsxElement(node)) return [{ node, parts: partsOfComponent(checker, node.openingElement.tagName) }];
  if (isJsxSelfClosingElement(node)) return [{ node, parts: partsOfComponent(checker, node.tagName) }];
  if (isCallExpression(node)) return [partsOfCall(checker, node)];
  return [{ node, parts: partsOfType(checker, checker.getTypeAtLocation(node)) }];
}

const isStill = ({ parts, isMany }: Child) => !isMany && parts.length === 1;

/** A text that is an only child is replaced as a whole, unlike texts of a list or words from a component. */
function isBare(child: Child, siblings: readonly Child[]): boolean {
  const [first, second] = child.parts;
  if (!child.parts.some((part) => part === "words" || part === "text" || part === "rich")) return false;
  if (siblings.length === 1) return child.isMany === true || (second !== undefined && child.parts.includes("rich"));
  return !isStill(child) || first !== "words" || siblings.some((other) => !isStill(other));
}

function mayHaveSiblings(children: readonly JsxChild[]): boolean {
  const visibleChildren = children.filter((child) => !isJsxText(child) || child.text.trim() !== "");
  const [only] = visibleChildren;
  return (
    visibleChildren.length > 1 || (only !== undefined && isJsxExpression(only) && only.expression?.kind !== undefined)
  );
}

function checkFile(checker: Checker, path: string, file: SourceFile): string[] {
  // A fragment's content is also found in the element around it.
  const errors = new Set<string>();
  const visit = (node: Node): void => {
    if ((isJsxElement(node) || isJsxFragment(node)) && mayHaveSiblings(node.children)) {
      const siblings = node.children.flatMap((child) => childrenOf(checker, child));
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

/** Finds bare words that a browser's translator would move, which breaks React. */
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
