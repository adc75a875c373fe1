import type { Server } from "node:http";
import { createServer } from "node:http";

export type FieldName = "card-number" | "cvv" | "expiry";
export type TokenResult = {
  code: string | null;
  token?: string;
  last4?: string;
  expiryMonth?: string;
  expiryYear?: string;
  error?: { field: string; type: string; message: string };
};
export type ShopWindow = Window & {
  shop: {
    events: { name: string; data: Record<string, unknown> }[];
    results: TokenResult[];
    started: number;
    fields: Record<
      FieldName,
      { clear: () => void; unmount: () => void; update: (options: object) => void; focus: () => void }
    >;
    createToken: () => void;
  };
};

const shopScript = `
const checkout = customcheckout();
const events = [];
const results = [];
const style = { base: { color: "rgb(10, 20, 30)", fontSize: "18px", padding: "8px", ":focus": { color: "rgb(1, 2, 3)" } }, error: { color: "rgb(200, 0, 0)" } };
const fields = {};
for (const name of ["blur", "focus", "empty", "complete", "brand", "error"]) checkout.on(name, () => { throw new Error("replaced"); });
for (const name of ["blur", "focus", "empty", "complete", "brand", "error"]) checkout.on(name, (data) => events.push({ name, data }));
for (const type of ["card-number", "cvv", "expiry"]) {
  const options = { placeholder: "enter " + type, style };
  if (type === "cvv") options.classes = { complete: "good" };
  fields[type] = checkout.create(type, options);
  fields[type].mount("#" + type);
}
window.shop = {
  events, results, fields, started: 0,
  createToken() {
    const number = ++window.shop.started;
    checkout.createToken((result) => results.push({ ...result, number }));
  },
};
`;

/** A small shop on its own port. Its policy allows the sandbox's scripts and frames, and nothing inline. */
export function startShop(sandboxPort: number): Promise<Server> {
  const origin = `http://localhost:${sandboxPort}`;
  const policy = `default-src 'none'; script-src 'self' ${origin}; frame-src ${origin}; img-src data:; base-uri 'none'`;
  const server = createServer((request, response) => {
    const isScript = request.url === "/shop.js";
    response.writeHead(200, {
      "content-type": isScript ? "text/javascript" : "text/html",
      "content-security-policy": policy,
    });
    response.end(isScript ? shopScript : shopPage(`${origin}/customcheckout/1/customcheckout.js`));
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

function shopPage(scriptUrl: string): string {
  const wrappers = ["card-number", "cvv", "expiry"].map((name) => `<div id="${name}"></div>`).join("");
  return `<!doctype html><html lang="en"><head><title>Shop</title><link rel="icon" href="data:,"></head><body>${wrappers}<button>Other</button><script src="${scriptUrl}"></script><script src="/shop.js"></script></body></html>`;
}
