// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it } from "vitest";

import messages from "@/messages/en.json";
import { FoldedGroups, OfferGroupPart } from "./offer-group-part";
import type { Offer, OfferGroup } from "./offers";

afterEach(cleanup);

const crew: OfferGroup = {
  id: "crew",
  kind: "packages",
  title: { text: "For workplaces" },
  stacked: false,
  offers: [
    { id: "c50", tickets: 50, priceCents: 50_000 },
    { id: "c20", tickets: 20, priceCents: 25_000 },
  ],
};
const bundles: OfferGroup = {
  id: "bundles",
  kind: "bundles",
  stacked: false,
  offers: ["mate", "crew", "fleet"].map((id) => ({ id, tickets: 3, priceCents: 6000, label: { text: id } })),
};

const rowOf = (_kind: OfferGroup["kind"], { id }: Offer) => <p key={id}>{`offer ${id}`}</p>;

function within(part: ReactNode) {
  return (
    <NextIntlClientProvider locale="en" messages={messages} timeZone="America/Toronto">
      {part}
    </NextIntlClientProvider>
  );
}

function folded(groups: OfferGroup[], chosen = "packages:c3") {
  return within(<FoldedGroups {...{ groups, chosen, rowOf }} describedBy={undefined} />);
}

/** Whether an offer is folded, and if so whether the fold is open. */
function foldOf(id: string): "none" | "open" | "closed" {
  const fold = screen.getByText(`offer ${id}`).closest("details");
  return fold ? (fold.open ? "open" : "closed") : "none";
}

const summary = () => document.querySelector("summary")?.textContent;

describe("further groups of offers", () => {
  it("are folded in one line with their lowest price, beneath which each has its title", () => {
    render(folded([crew]));
    expect(foldOf("c20")).toBe("closed");
    expect(summary()).toBe("More ways to buy from $250.00");
  });

  it("are called by their first bundle, and say what bundles save at most, if they save anything", () => {
    const { unmount } = render(folded([bundles]));
    expect(["mate", "crew", "fleet"].map(foldOf)).toEqual(["closed", "closed", "closed"]);
    expect(summary()).toBe("“mate” bundle and more from $60.00");
    unmount();
    const [first, ...others] = bundles.offers;
    const saving = { ...bundles, offers: [{ ...first, savedCents: 850 } as Offer, ...others] };
    render(folded([saving]));
    expect(summary()).toBe("“mate” bundle and more from $60.00 · save up to $8.50");
  });

  it("promise nothing more than a bundle where there is nothing else, and say in which language its name is", () => {
    const only = { ...bundles.offers[0], label: { text: "Le matelot", lang: "fr" } } as Offer;
    render(folded([{ ...bundles, offers: [only] }]));
    expect(summary()).toBe("“Le matelot” bundle from $60.00");
    expect(document.querySelector("summary [lang]")?.outerHTML).toBe('<span lang="fr-FR">Le matelot</span>');
  });

  it("are one line together", () => {
    const [first] = bundles.offers;
    render(folded([crew, { ...bundles, offers: [first as Offer] }]));
    expect(document.querySelectorAll("summary")).toHaveLength(1);
    expect(summary()).toBe("“mate” bundle and more from $60.00");
    for (const title of ["For workplaces", "Bundles"]) {
      expect(screen.getByText(title).closest(".sr-only")).toBeNull();
    }
  });

  it("are open where they hold what is chosen, and stay so", () => {
    const { rerender } = render(folded([crew, bundles], "bundles:fleet"));
    expect(foldOf("fleet")).toBe("open");
    rerender(folded([crew, bundles], "packages:c3"));
    expect(foldOf("fleet")).toBe("open");
  });

  it("are nothing where there are none", () => {
    const { container } = render(folded([]));
    expect(container.textContent).toBe("");
  });
});

describe("a group of offers", () => {
  it("is not folded by itself", () => {
    render(within(<OfferGroupPart {...{ group: crew, isPlain: false, rowOf }} describedBy={undefined} />));
    expect(foldOf("c20")).toBe("none");
  });
});
