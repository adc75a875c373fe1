import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { importDraw } from "@/tests/support/buyer";
import { drawWith } from "@/tests/support/draw";
import type { Server } from "@/tests/support/server";
import { startServer } from "@/tests/support/server";

const draw = drawWith({ id: "titled-draw" });
let server: Server;

beforeAll(async () => {
  server = await startServer();
  await importDraw(server, draw);
});

afterAll(() => server.stop());

/** Title, description and canonical address of a page, entities as they stand in the markup. */
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

  it("takes the support target, and keeps the query out of its address", async () => {
    const head = await headOf("/titled-draw?inSupportOf=Minor%20Hockey");
    expect(head.title).toContain("50/50 Live");
    expect(head.title).toContain("Minor Hockey");
    expect(head).toMatchObject({ description: describing("Minor Hockey"), canonical: `${server.url}/titled-draw` });
  });

  it("takes the title, in French too, and lets no markup through", async () => {
    expect((await headOf("/titled-draw?title=Gala%20Night")).title).toContain("Gala Night");
    expect(await headOf("/fr/titled-draw?title=Gala%20Night")).toMatchObject({
      canonical: `${server.url}/fr/titled-draw`,
    });
    expect((await headOf("/titled-draw?title=%3Cscript%3E")).title).toContain("&lt;script&gt;");
  });

  it("knows no titled page by its inner address", async () => {
    expect((await fetch(`${server.url}/titled/titled-draw`)).status).toBe(404);
  });
});
