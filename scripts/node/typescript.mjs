import "./require-node.mjs";

// Loaded by `node --import`. It loads tsx only after the check of the Node.js version.
await import("tsx");
