import "./require-node.mjs";

// For `node --import`: TypeScript is read only once this Node.js is known to be new enough.
await import("tsx");
