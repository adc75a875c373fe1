import "./require-node.mjs";

// For `node --import`: loads tsx only after the check of the Node.js version.
await import("tsx");
