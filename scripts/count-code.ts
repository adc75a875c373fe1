/**
 * Counts code, comments and files by folder. `npm run counts -- COMMIT` compares a commit, in today's format, with the
 * checkout.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { parseSync } from "oxc-parser";

import { runCommand } from "./command/run-command";
import { resolveImport } from "./layout/import-graph";
import { listPaths } from "./layout/source-file";

type Count = {
  files: number;
  shortFiles: number;
  code: number;
  comments: number;
  oneCaller: number;
  assertions: number;
};

type SourceFile = {
  path: string;
  text: string;
  isTest: boolean;
  functions: string[];
  imports: [string, string][];
} & Pick<Count, "code" | "comments">;

const folders = ["lib", "components", "app", "sandbox", "scripts", "bench", "deploy", "messages", "tests"];
const scriptPattern = /\.(ts|tsx|mts|mjs|js)$/;
const countedPattern = /\.(ts|tsx|mts|mjs|js|css|json|sql|conf)$/;
/** Migrations are never read as code; the API description and lock files are generated. */
const generatedPattern = /^(lib\/platform\/db\/migrations\/|docs\/|deploy\/.*lock)/;

function filledLines(text: string): number {
  return text.split("\n").filter((line) => line.trim() !== "").length;
}

function withoutComments(text: string, comments: { start: number; end: number }[]): string {
  return comments.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
}

function readScript(
  path: string,
  text: string,
  known: ReadonlySet<string>,
): Omit<SourceFile, "path" | "text" | "isTest"> {
  const { comments, module, program } = parseSync(path, text);
  const functions = program.body.flatMap((node) => {
    const isFunction = node.type === "ExportNamedDeclaration" && node.declaration?.type === "FunctionDeclaration";
    return isFunction && node.declaration?.type === "FunctionDeclaration" ? (node.declaration.id?.name ?? []) : [];
  });
  const imports = module.staticImports.flatMap(({ moduleRequest, entries }) => {
    const target = resolveImport(path, moduleRequest.value, known);
    return target ? entries.map(({ importName }): [string, string] => [target, importName.name ?? "default"]) : [];
  });
  const code = filledLines(withoutComments(text, comments));
  return { functions, imports, code, comments: filledLines(text) - code };
}

function readFile(root: string, path: string, known: ReadonlySet<string>): SourceFile {
  const text = readFileSync(join(root, path), "utf8");
  const isTest = /\.test\.tsx?$/.test(path) || path.startsWith("tests/");
  if (scriptPattern.test(path)) return { path, text, isTest, ...readScript(path, text, known) };
  const code = filledLines(path.endsWith(".css") ? text.replace(/\/\*[\s\S]*?\*\//g, "") : text);
  return { path, text, isTest, functions: [], imports: [], code, comments: filledLines(text) - code };
}

function countTree(root: string): Map<string, Count> {
  const paths = folders.flatMap((folder) => listPaths(root, folder)).filter((path) => countedPattern.test(path));
  const known = new Set(paths);
  const files = paths.filter((path) => !generatedPattern.test(path)).map((path) => readFile(root, path, known));
  const callers = new Map<string, number>();
  for (const { imports, isTest } of files) {
    const names = isTest ? [] : new Set(imports.map((names) => names.join(" ")));
    for (const name of names) callers.set(name, (callers.get(name) ?? 0) + 1);
  }
  const counts = new Map<string, Count>();
  for (const file of files) {
    const folder = file.path.endsWith(".css") && !file.isTest ? "styles" : (file.path.split("/")[0] ?? "");
    const place = file.isTest && folder !== "tests" ? `${folder}, tests beside` : folder;
    const count = counts.get(place) ?? { files: 0, shortFiles: 0, code: 0, comments: 0, oneCaller: 0, assertions: 0 };
    const lines = file.text.split("\n").length - 1;
    const ofOneCaller = file.functions.filter((name) => callers.get(`${file.path} ${name}`) === 1).length;
    counts.set(place, {
      files: count.files + 1,
      shortFiles: count.shortFiles + (lines < 30 ? 1 : 0),
      code: count.code + file.code,
      comments: count.comments + file.comments,
      oneCaller: count.oneCaller + (file.isTest ? 0 : ofOneCaller),
      assertions: count.assertions + (file.isTest ? (file.text.match(/\bexpect(\.\w+)?\(/g) ?? []).length : 0),
    });
  }
  return counts;
}

function extract(commit: string): string {
  const root = mkdtempSync(join(tmpdir(), "counts-"));
  const archive = execFileSync("git", ["archive", commit], { maxBuffer: 1e9 });
  execFileSync("tar", ["-x", "-C", root], { input: archive });
  const places = folders.filter((folder) => listPaths(root).some((path) => path.startsWith(`${folder}/`)));
  const format = ["format", "--write", "--vcs-enabled=false", `--config-path=${process.cwd()}`, ...places];
  // Biome fails for a file that it can't read, but formats all others.
  spawnSync(join(process.cwd(), "node_modules/.bin/biome"), format, { cwd: root, stdio: "ignore" });
  return root;
}

const columns: (keyof Count)[] = ["files", "shortFiles", "code", "comments", "oneCaller", "assertions"];

function formatRow(name: string, before: Count | undefined, after: Count | undefined): string {
  const cells = columns.map((column) => `${before?.[column] ?? 0} → ${after?.[column] ?? 0}`);
  return [name.padEnd(26), ...cells.map((cell) => cell.padStart(17))].join("");
}

const usage = "npm run counts -- [COMMIT], HEAD if none";

await runCommand(usage, async ([commit = "HEAD"]) => {
  const root = extract(commit);
  try {
    const [before, after] = [countTree(root), countTree(process.cwd())];
    const names = ["files", "under 30 lines", "code", "comments", "one caller", "assertions"];
    console.log([commit.padEnd(26), ...names.map((name) => name.padStart(17))].join(""));
    for (const name of [...new Set([...before.keys(), ...after.keys()])].sort())
      console.log(formatRow(name, before.get(name), after.get(name)));
  } finally {
    rmSync(root, { recursive: true });
  }
});
