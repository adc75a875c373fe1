import { createServer } from "node:http";
import { createRequire } from "node:module";

// Loaded through NODE_OPTIONS. GET at STATEMENT_TRAP_PORT with `text`, `side` and optionally `after` holds the embedded
// database at that statement, and is answered when it is held.
const require = createRequire(import.meta.url);

let trap = null;

/** First bytes of PostgreSQL messages: Parse, and the Sync that ends its exchange. */
const parse = 0x50;
const sync = 0x53;

function carries(message, text) {
  return Buffer.from(message).toString("latin1").toLowerCase().includes(text.toLowerCase());
}

/** The messages up to Sync carry out a statement with parameters, whose answer is held there. */
function isMet(message) {
  if (!trap) return false;
  if (trap.isParsed) return message[0] === sync;
  if (!trap.hasSeen || !carries(message, trap.text)) {
    trap.hasSeen ||= carries(message, trap.after);
    return false;
  }
  trap.isParsed = trap.side === "answer" && message[0] === parse;
  return !trap.isParsed;
}

const forever = () => new Promise(() => undefined);

function holdStatements({ prototype }) {
  const { execProtocolRaw } = prototype;
  prototype.execProtocolRaw = async function trapped(message, ...rest) {
    if (!isMet(message)) return execProtocolRaw.call(this, message, ...rest);
    const { side, spring } = trap;
    trap = null;
    if (side === "answer") await execProtocolRaw.call(this, message, ...rest);
    spring();
    return forever();
  };
}

// Next may load either form of the package.
holdStatements(require("@electric-sql/pglite").PGlite);
holdStatements((await import("@electric-sql/pglite")).PGlite);

createServer((request, response) => {
  const { searchParams } = new URL(request.url, "http://localhost");
  const [text, side, after] = ["text", "side", "after"].map((name) => searchParams.get(name) ?? "");
  trap = { text, side, after, hasSeen: !after, isParsed: false, spring: () => response.end("held") };
  response.writeHead(200).flushHeaders();
})
  .listen(Number(process.env.STATEMENT_TRAP_PORT), "127.0.0.1")
  .unref();
