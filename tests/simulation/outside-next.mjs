import { register } from "node:module";

// Only Next resolves `server-only` to its harmless half.
const loader = `export const resolve = (specifier, context, next) =>
  specifier === "server-only" ? { url: "data:text/javascript,", shortCircuit: true } : next(specifier, context);`;
register(`data:text/javascript,${encodeURIComponent(loader)}`);
