const folders: readonly string[] = [
  "app",
  "bench",
  "components",
  "deploy",
  "docs",
  "lib",
  "messages",
  "node_modules",
  "private",
  "public",
  "sandbox",
  "scripts",
  "secrets",
  "test-results",
  "tests",
];

const files: readonly RegExp[] = [
  /^\./,
  /^(middleware|instrumentation|instrumentation-client|next-env\.d)\.ts$/,
  /^cache-handler\.mjs$/,
  /^[a-z-]+\.config\.(ts|mjs|js|json)$/,
  /^(package|package-lock|tsconfig|biome)\.json$/,
  /\.tsbuildinfo$/,
  /^(CHANGELOG|CONTRIBUTING|README|SECURITY)\.md$/,
  /^LICENSE$/,
  /^(Dockerfile|compose\.yaml)$/,
];

/** Checks docs/design.md, Top level of the repository. */
export function checkTopLevel(entries: readonly { name: string; isFolder: boolean }[]): string[] {
  const isAtHome = ({ name, isFolder }: { name: string; isFolder: boolean }) =>
    name.startsWith(".") || (isFolder ? folders.includes(name) : files.some((pattern) => pattern.test(name)));
  return entries
    .filter((entry) => !isAtHome(entry))
    .map(
      ({ name, isFolder }) =>
        `${name}${isFolder ? "/" : ""} does not belong at the root: code goes to app, components or lib, tools to ` +
        "scripts, writing to docs. Anything else needs a reason in docs/decisions.",
    );
}
