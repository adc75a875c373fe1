// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { describe, expect, it } from "vitest";

import messages from "@/messages/en.json";
import { OfferGroupPart } from "./offer-group-part";
import type { Offer, OfferGroup } from "./offers";

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

type Shown = { chosen?: string; isFirst?: boolean; isPlain?: boolean };

function partOf(group: OfferGroup, { chosen = "packages:c3", isFirst = false, isPlain = false }: Shown) {
  const rowOf = ({ id }: Offer) => <p key={id}>{`offer ${id}`}</p>;
  return (
    <NextIntlClientProvider locale="en" messages={messages} timeZone="America/Toronto">
      <OfferGroupPart {...{ group, chosen, isFirst, isPlain, rowOf }} describedBy={undefined} />
    </NextIntlClientProvider>
  );
}

/** Whether an offer is folded, and if so whether the fold is open. */
function foldOf(id: string): "none" | "open" | "closed" {
  const fold = screen.getByText(`offer ${id}`).closest("details");
  return fold ? (fold.open ? "open" : "closed") : "none";
}

describe("a group of offers", () => {
  it("is folded beneath its title and its lowest price, unless it comes first", () => {
    const { unmount } = render(partOf(crew, {}));
    expect(foldOf("c20")).toBe("closed");
    expect(document.querySelector("summary")?.textContent).toBe("For workplaces from $250.00");
    unmount();
    render(partOf(crew, { isFirst: true }));
    expect(foldOf("c20")).toBe("none");
  });

  it("of bundles says what they save at most, if they save anything", () => {
    const { unmount } = render(partOf(bundles, {}));
    expect(["mate", "crew", "fleet"].map(foldOf)).toEqual(["closed", "closed", "closed"]);
    expect(document.querySelector("summary")?.textContent).toBe("Bundles from $60.00");
    unmount();
    const [first, ...others] = bundles.offers;
    const saving = { ...bundles, offers: [{ ...first, savedCents: 850 } as Offer, ...others] };
    render(partOf(saving, {}));
    expect(document.querySelector("summary")?.textContent).toBe("Bundles save up to $8.50");
  });

  it("is open where it holds what is chosen, and stays so", () => {
    const { rerender } = render(partOf(bundles, { chosen: "bundles:fleet" }));
    expect(foldOf("fleet")).toBe("open");
    rerender(partOf(bundles, { chosen: "bundles:mate" }));
    expect(foldOf("fleet")).toBe("open");
  });

  it("folds nothing of a plain list", () => {
    render(partOf(crew, { isPlain: true }));
    expect(foldOf("c20")).toBe("none");
    render(partOf(bundles, { isPlain: true }));
    expect(foldOf("fleet")).toBe("none");
  });
});
