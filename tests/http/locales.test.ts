import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { adminCall, importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { shareServer } from "@/tests/support/servers/shared-server";

/** A text of the server, one of the browser, one with a value, and one that looks like markup. */
const words = {
  en: {
    "draw.rules": "The fine print of our '<'b>draw'<'/b>",
    "checkout.heading": "Grab your lucky numbers",
    "checkout.pay": "Send {amount} our way",
  },
  fr: { "checkout.heading": "Prenez vos numéros chanceux" },
};

const localized = { useLocal: true, messages: words };

let server: Server;

beforeAll(async () => {
  server = await shareServer();
  await importDraw(server, drawWith({ id: "own-words", rules: "Rules.", locale: localized }));
  await importDraw(server, drawWith({ id: "silent", rules: "Rules.", locale: { ...localized, useLocal: false } }));
});

afterAll(() => server.stop());

type Tree = { [key: string]: Tree & string };

async function read(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}${path}`, { headers });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: text.startsWith("{") ? JSON.parse(text) : {} };
}

async function messagesOf(path: string): Promise<Tree> {
  return (await read(path)).body.data;
}

describe("messages of a language", () => {
  it("are served as written", async () => {
    expect((await messagesOf("/api/locales/en")).checkout?.pay).toBe("Pay {amount}");
    expect((await messagesOf("/api/locales/fr")).checkout?.pay).toBe("Payer {amount}");
    const { status, body } = await read("/_i18n/fr/messages.json");
    expect({ status, pay: body.checkout.pay }).toEqual({ status: 200, pay: "Payer {amount}" });
  });

  it.each(["/api/locales/de", "/_i18n/de/messages.json", "/api/locales/own-words/de"])(
    "are not found at %s",
    async (path) => expect(await read(path)).toMatchObject({ status: 404, body: { reason: "not-found" } }),
  );

  it("are cached for a day under their versioned address, and revalidated under any other", async () => {
    for (const path of ["/api/locales/en", "/api/locales/own-words/en", "/_i18n/en/messages.json"]) {
      const plain = await read(path);
      const tag = plain.headers.get("etag") ?? "";
      expect(plain.headers.get("cache-control")).toBe("public, no-cache");
      expect(await read(path, { "if-none-match": tag })).toMatchObject({ status: 304, text: "" });
      const versioned = await read(`${path}?v=${tag.replaceAll('"', "").replace("W/", "")}`);
      expect(versioned.headers.get("cache-control")).toBe("public, max-age=86400");
      expect((await read(`${path}?v=older`)).headers.get("cache-control")).toBe("public, no-cache");
    }
  });
});

describe("a draw's own words", () => {
  it("are served with all the others, in each language, only where the draw uses them", async () => {
    const english = await messagesOf("/api/locales/own-words/en");
    expect(english.checkout).toMatchObject({ heading: words.en["checkout.heading"], stepPayment: "Payment" });
    expect((await messagesOf("/api/locales/own-words/fr")).checkout?.heading).toBe(words.fr["checkout.heading"]);
    expect((await messagesOf("/api/locales/en")).checkout?.heading).not.toBe(words.en["checkout.heading"]);
    expect(await read("/api/locales/silent/en")).toMatchObject({ status: 404, body: { reason: "draw-not-found" } });
    expect((await read("/api/locales/nobody/en")).status).toBe(404);
  });

  it.each(["/own-words", "/own-words?title=Live", "/1/own-words"])("are used by %s and its browser", async (path) => {
    const { text } = await read(path);
    expect(text).toContain(words.en["checkout.heading"]);
    expect(text).toContain("Send ");
    expect((await read(`/fr${path}`)).text).toContain(words.fr["checkout.heading"]);
  });

  it("appear in the server's HTML as text, never as markup", async () => {
    const { text } = await read("/own-words");
    expect(text).toContain("The fine print of our &lt;b&gt;draw&lt;/b&gt;");
    expect(text).not.toContain("<b>draw");
  });

  it("are used by no other page", async () => {
    for (const path of ["/silent", "/"]) expect((await read(path)).text).not.toContain(words.en["checkout.heading"]);
  });

  it("aren't part of the instance, which says that they exist", async () => {
    const answer = await fetch(`${server.url}/api/getInstance`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ instanceId: "own-words" }),
    });
    expect((await answer.json()).locale).toEqual({ useLocal: true, lang: "en" });
  });

  it("get another version when the draw is imported again", async () => {
    const before = (await read("/api/locales/own-words/en")).headers.get("etag");
    const locale = { useLocal: true, messages: { en: { "checkout.heading": "Last call" } } };
    await importDraw(server, drawWith({ id: "own-words", rules: "Rules.", locale }));
    const after = await read("/api/locales/own-words/en");
    expect(after.headers.get("etag")).not.toBe(before);
    expect(after.body.data.checkout).toMatchObject({ heading: "Last call", pay: "Pay {amount}" });
  });

  it("are refused by their path if they aren't valid messages", async () => {
    const messages = {
      en: { "checkout.pay": "Pay {amount", "checkout.nothing": "x", "checkout.heading": "<b>Buy</b>" },
    };
    const { status, body } = await adminCall(
      server,
      "POST",
      "/api/admin/draws",
      drawWith({ locale: { useLocal: true, messages } }),
    );
    expect(status).toBe(422);
    expect((body as { fields: unknown }).fields).toEqual([
      { field: "locale.messages.en.checkout.pay", problem: "malformed" },
      { field: "locale.messages.en.checkout.nothing", problem: "unknown" },
      { field: "locale.messages.en.checkout.heading", problem: "other-arguments" },
    ]);
  });
});
