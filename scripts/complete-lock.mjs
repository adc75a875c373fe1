import { readFileSync, writeFileSync } from "node:fs";

const file = "package-lock.json";
const systems = /(android|darwin|freebsd|linux|openharmony|sunos|win32)/;
const processors = /(arm64|ia32|x64|ppc64|s390x|riscv64|wasm32|arm)/;

/** True when `name` is found from `path` as Node resolves it: in the folder itself or one above. */
function isResolved(packages, path, name) {
  for (let base = path; ; base = base.slice(0, Math.max(0, base.lastIndexOf("/node_modules/")))) {
    if (packages[`${base ? `${base}/` : ""}node_modules/${name}`]?.version) return true;
    if (!base) return false;
  }
}

/** An optional package of another system; what it is for is read from its name. */
function toEntry(name, version, isDevelopment) {
  const [system, processor] = [systems.exec(name)?.[1], processors.exec(name)?.[1]];
  const library = /musl/.test(name) ? "musl" : /gnu/.test(name) ? "glibc" : undefined;
  return {
    version,
    optional: true,
    ...(isDevelopment ? { dev: true } : {}),
    ...(processor ? { cpu: [processor] } : {}),
    ...(system ? { os: [system] } : {}),
    ...(library ? { libc: [library] } : {}),
  };
}

const lock = JSON.parse(readFileSync(file, "utf8"));
const { "": root, ...packages } = lock.packages;
const missing = Object.entries(packages).flatMap(([path, entry]) =>
  Object.entries(entry.optionalDependencies ?? {})
    .filter(([name, version]) => /^\d+\.\d+\.\d+(-\S+)?$/.test(version) && !isResolved(packages, path, name))
    .map(([name, version]) => [`node_modules/${name}`, toEntry(name, version, entry.dev)]),
);
const all = { ...packages, ...Object.fromEntries(missing) };
const sorted = Object.fromEntries(Object.entries(all).sort(([left], [right]) => (left < right ? -1 : 1)));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: { "": root, ...sorted } }, null, 2)}\n`);
console.log(`${missing.length} packages of other systems added.`);
