import { readFileSync } from "node:fs";

// `npm sbom --omit dev` leaves out packages that a development package also needs, such as react and zod.

/** `node_modules/a/node_modules/@b/c` is the package `@b/c`. */
function toPackageName(path) {
  return path.split("node_modules/").at(-1) ?? path;
}

function toHash(integrity) {
  const [algorithm, content] = integrity.split("-");
  const alg = algorithm.toUpperCase().replace("SHA", "SHA-");
  return { alg, content: Buffer.from(content, "base64").toString("hex") };
}

function toComponent(name, { version, integrity, license, optional }) {
  return {
    "bom-ref": `${name}@${version}`,
    type: "library",
    name,
    version,
    scope: optional ? "optional" : "required",
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    hashes: integrity ? [toHash(integrity)] : [],
    licenses: license ? [{ expression: license }] : [],
  };
}

const { name, version, packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const components = new Map();
for (const [path, one] of Object.entries(packages)) {
  if (!path || one.dev) continue;
  const component = toComponent(toPackageName(path), one);
  components.set(component["bom-ref"], component);
}
const ofProduct = { type: "application", "bom-ref": `${name}@${version}`, name, version };

process.stdout.write(
  `${JSON.stringify(
    {
      bomFormat: "CycloneDX",
      specVersion: "1.5",
      version: 1,
      metadata: { component: ofProduct },
      components: [...components.values()],
    },
    null,
    2,
  )}\n`,
);
