import { readFile } from "node:fs/promises";
import { httpErrorReply } from "@/sandbox/bambora/gateway-error";
import type { SandboxState } from "@/sandbox/sandbox-state";
import type { Call, Reply } from "./exchange";
import { textReply } from "./exchange";

const folder = new URL("../browser/", import.meta.url);

const contentTypes: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
};

/** If an allowed origin is set, only that origin may frame the fields' page. */
export async function serveBrowserFile(state: SandboxState, _call: Call, name: string): Promise<Reply> {
  const contentType = contentTypes[name.slice(name.lastIndexOf(".") + 1)] ?? "";
  try {
    const text = await readFile(new URL(name, folder), "utf8");
    const headers = {
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
      // Modules load across origins only with CORS.
      ...(name.endsWith(".js") ? { "access-control-allow-origin": "*" } : {}),
    };
    const isPage = contentType.startsWith("text/html");
    if (!isPage) return textReply(200, contentType, text, headers);
    return textReply(200, contentType, text, {
      ...headers,
      "content-security-policy": pagePolicy(state.allowedOrigin),
    });
  } catch {
    return httpErrorReply(404, "Not found");
  }
}

function pagePolicy(allowedOrigin: string | null): string {
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";
  return allowedOrigin === null ? policy : `${policy}; frame-ancestors ${allowedOrigin}`;
}
