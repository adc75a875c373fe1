import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { findTitledPath } from "@/lib/draws/pages/rules.page-paths";
import { createBuyer, importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { shareServer } from "@/tests/support/servers/shared-server";

const draw = drawWith({ id: "titled-draw" });
let server: Server;

beforeAll(async () => {
  server = await shareServer();
  await importDraw(server, draw);
  await importDraw(server, drawWith({ id: "other-draw", title: "Rink 50/50", organization: "Other Foundation" }));
});

afterAll(() => server.stop());

/** Entities stay encoded. */
async function headOf(path: string): Promise<Record<string, string | undefined>> {
  const response = await fetch(`${server.url}${path}`);
  expect(response.status).toBe(200);
  const html = await response.text();
  return {
    title: /<title>(.*?)<\/title>/.exec(html)?.[1],
    description: /<meta name="description" content="(.*?)"/.exec(html)?.[1],
    canonical: /<link rel="canonical" href="(.*?)"/.exec(html)?.[1],
  };
}

function describing(target: string): string {
  return `Supporting ${target} - Amazing site for generating funds for your charitable organisation.`;
}

describe("the head of a draw's page", () => {
  it("has a 50/50 live title, the organization's description, and the path as its address", async () => {
    expect(await headOf("/titled-draw")).toEqual({
      title: "50/50 Live: Arena 50/50",
      description: describing("Test Foundation"),
      canonical: `${server.url}/titled-draw`,
    });
  });

  it("names a raffle by its own title, describes shared links, and says in French whom it is for without an article", async () => {
    await importDraw(server, drawWith({ id: "titled-raffle", title: "Loon Narrows Raffle", type: "Prize raffle" }));
    expect((await headOf("/titled-raffle")).title).toBe("Loon Narrows Raffle");
    const html = await (await fetch(`${server.url}/titled-draw`)).text();
    expect(html).toContain(`<meta property="og:description" content="${describing("Test Foundation")}"/>`);
    expect((await headOf("/fr/titled-draw")).description).toMatch(/^Bénéficiaire\u00a0: Test Foundation - /);
  });

  it("uses the support target, and keeps the query out of its address", async () => {
    expect(await headOf("/titled-draw?inSupportOf=Minor%20Hockey")).toEqual({
      title: "50/50 Live: Arena 50/50 - Minor Hockey",
      description: describing("Minor Hockey"),
      canonical: `${server.url}/titled-draw`,
    });
  });

  it("uses the title, in French too, and lets no markup through", async () => {
    expect((await headOf("/titled-draw?title=Gala%20Night")).title).toBe("Gala Night");
    expect(await headOf("/fr/titled-draw?title=Gala%20Night")).toMatchObject({
      title: "Gala Night",
      canonical: `${server.url}/fr/titled-draw`,
    });
    expect((await headOf("/titled-draw?title=%3Cscript%3E")).title).toContain("&lt;script&gt;");
  });

  it("belongs to the draw that its path names", async () => {
    for (const path of ["/other-draw", "/1/other-draw", "/other-draw?a=titled-draw"]) {
      const head = await headOf(path);
      expect(head).toMatchObject({ title: "50/50 Live: Rink 50/50", description: describing("Other Foundation") });
    }
  });

  it("uses them for navigation inside the app too", async () => {
    const answer = await fetch(`${server.url}/titled-draw?title=Gala%20Night`, { headers: { rsc: "1" } });
    expect(answer.headers.get("content-type")).toContain("text/x-component");
    expect(await answer.text()).toContain("Gala Night");
  });

  it("is told by the query alone, not by the address under which Next makes such a page", async () => {
    const headers: Record<string, string>[] = [{}, { rsc: "1" }, { cookie: "i18n_redirected=unclear" }];
    const made = findTitledPath("/titled-draw", new URLSearchParams({ title: "Gala Night" }));
    for (const path of [made, `/fr${made}`, `/1${made}`, made?.replace("~", "%7E"), `/en${made}`]) {
      for (const header of headers) {
        const answer = await fetch(`${server.url}${path}`, { headers: header });
        expect([path, header, answer.status, (await answer.text()).includes("Gala")]).toEqual([
          path,
          header,
          404,
          false,
        ]);
      }
    }
  });

  it("names both languages by their locale codes", async () => {
    const html = await (await fetch(`${server.url}/fr/titled-draw`)).text();
    const links = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/gi)];
    expect(Object.fromEntries(links.map(([, code, href]) => [code, href]))).toEqual({
      "en-US": `${server.url}/titled-draw`,
      "fr-FR": `${server.url}/fr/titled-draw`,
      "x-default": `${server.url}/titled-draw`,
    });
  });
});

describe("the head of the shared tablet's page", () => {
  it("matches the draw page's, at its own address", async () => {
    expect(await headOf("/1/titled-draw")).toEqual({
      title: "50/50 Live: Arena 50/50",
      description: describing("Test Foundation"),
      canonical: `${server.url}/1/titled-draw`,
    });
  });

  it("uses title and support target from the query", async () => {
    expect(await headOf("/1/titled-draw?title=Gala&inSupportOf=Minor%20Hockey")).toEqual({
      title: "Gala - Minor Hockey",
      description: describing("Minor Hockey"),
      canonical: `${server.url}/1/titled-draw`,
    });
    expect((await headOf("/fr/1/titled-draw?inSupportOf=Hockey")).canonical).toBe(`${server.url}/fr/1/titled-draw`);
  });
});

describe("the head of other pages", () => {
  it.each([
    ["/success", "50/50 Live"],
    ["/staticSuccess", "50/50 Live"],
    ["/terminal", undefined],
    ["/hashtest", undefined],
    ["/dummy", "Demo"],
  ])("%s has its path as its address, and the plain title where it confirms", async (path, title) => {
    for (const prefix of ["", "/fr"]) {
      const head = await headOf(`${prefix}${path}?a=1`);
      expect(head.canonical).toBe(`${server.url}${prefix}${path}`);
      if (title && !prefix) expect(head.title).toBe(title);
    }
  });

  it("of an order doesn't contain its address", async () => {
    const placed = await createBuyer(server).placeOrder({
      instanceId: "titled-draw",
      lines: [{ poolId: "main", packageId: draw.ticketPriceInfo?.[0]?.id ?? "", quantity: 1 }],
    });
    const { orderId } = placed.body.order;
    for (const path of [`/order/titled-draw/${orderId}`, `/success?instanceId=titled-draw&orderId=${orderId}`]) {
      const html = await (await fetch(`${server.url}${path}`)).text();
      const head = /<head>[\s\S]*?<\/head>/.exec(html)?.[0].replace(/<script[\s\S]*?<\/script>/g, "") ?? "";
      expect(head).toContain("<title>");
      expect(head).not.toContain(orderId);
    }
  });
});
