// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, describe, expect, it } from "vitest";

import type { PublicDraw } from "@/lib/draws/rules.projection";
import { drawSchema } from "@/lib/draws/schema";
import { htmlLanguage } from "@/lib/platform/i18n/routing";
import fr from "@/messages/fr.json";
import { receiptDraw, receiptOrder } from "@/tests/support/draws/receipt-draw";
import { OrderAbout, OrderImage } from "./order-about";

afterEach(cleanup);

const checkoutHost = "https://tickets.example.test";
const [lights] = receiptDraw.secondDraws ?? [];
const secondDraws = [
  { ...lights, id: "canoe", title: { en: "Canoe Draw" } },
  { ...lights, id: "lights", title: { en: "Lights", fr: "Lumières" } },
];

function createDraw(changes: object): PublicDraw {
  return drawSchema.parse({ ...receiptDraw, ...changes }) as unknown as PublicDraw;
}

function show(changes: object, poolIds: readonly string[] = ["main"]) {
  const [line] = receiptOrder("fr").lines;
  if (!line) throw new Error("The order has no line.");
  const lines = poolIds.map((poolId) => ({ ...line, poolId }));
  return render(
    <NextIntlClientProvider locale="fr" messages={fr}>
      <OrderAbout order={{ lines }} draw={createDraw(changes)} locale="fr" checkoutHost={checkoutHost} />
    </NextIntlClientProvider>,
  );
}

describe("what an order is for", () => {
  it("says which language a title is in that is not the page's, among those of several draws too", () => {
    show({ title: { en: "Arena Raffle" }, secondDraws }, ["main", "lights"]);
    expect(screen.getByText("Arena Raffle").lang).toBe(htmlLanguage("en"));
    expect(screen.getByText("Lumières").hasAttribute("lang")).toBe(false);
  });

  it("names the first of three draws, and counts the others", () => {
    show({ title: { en: "Arena Raffle" }, secondDraws }, ["main", "canoe", "lights"]);
    const title = screen.getByText("Arena Raffle");
    expect(title.lang).toBe(htmlLanguage("en"));
    expect(title.parentElement?.textContent).toBe("Arena Raffle et 2 autres tirages");
  });

  it("says it of the only title", () => {
    show({ title: { en: "Arena Raffle" } });
    expect(screen.getByText(/Raffle/).lang).toBe(htmlLanguage("en"));
  });
});

describe("pictures of an order, whose URL is a secret", () => {
  const foreign = "https://pictures.example/a.png";
  const getBannerUrl = (url: string, carousel_urls: string[] = []) => {
    const draw = createDraw({ bannerImage: { url, carousel_urls } });
    const { container } = render(<OrderImage draw={draw} checkoutHost={checkoutHost} />);
    return container.querySelector("img")?.getAttribute("src");
  };

  it("are those of our own host", () => {
    expect(getBannerUrl("/a.svg")).toBe("/a.svg");
    expect(getBannerUrl("/a.svg", ["/b.svg"])).toBe("/a.svg");
    expect(getBannerUrl(foreign, [foreign, "/b.svg"])).toBe("/b.svg");
    expect(
      show({ charity: { logo: "/logo.svg" } })
        .container.querySelector("img")
        ?.getAttribute("src"),
    ).toBe("/logo.svg");
  });

  it("are left out where another host has them", () => {
    expect(getBannerUrl(foreign)).toBeUndefined();
    expect(show({ charity: { logo: foreign } }).container.querySelector("img")).toBeNull();
  });
});
