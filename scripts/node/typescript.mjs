import "./require-node.mjs";

// Loaded with `node --import`. Loads tsx only after checking the version of Node.js.
await import("tsx");
