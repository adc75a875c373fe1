// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it } from "vitest";
import type { Offer, OfferGroup } from "@/components/order-form/offers";
import messages from "@/messages/en.json";
import { CollapsedGroups, OfferGroupPart, splitGroups } from "./ticket-step";

afterEach(cleanup);

const crew: OfferGroup = {
  id: "crew",
  kind: "packages",
  title: { text: "For workplaces" },
  isStacked: false,
  offers: [
    { id: "c50", tickets: 50, priceCents: 50_000 },
    { id: "c20", tickets: 20, priceCents: 25_000 },
  ],
};
const bundles: OfferGroup = {
  id: "bundles",
  kind: "bundles",
  isStacked: false,
  offers: ["mate", "crew", "fleet"].map((id) => ({ id, tickets: 3, priceCents: 6000, label: { text: id } })),
};

const renderRow = (_kind: OfferGroup["kind"], { id }: Offer) => <p key={id}>{`offer ${id}`}</p>;

function within(part: ReactNode) {
  return (
    <NextIntlClientProvider locale="en" messages={messages} timeZone="America/Toronto">
      {part}
    </NextIntlClientProvider>
  );
}

function createCollapsedGroups(groups: OfferGroup[], chosen = "packages:c3") {
  return within(<CollapsedGroups {...{ groups, chosen, renderRow }} describedBy={undefined} />);
}

function getDisclosureState(id: string): "none" | "open" | "closed" {
  const details = screen.getByText(`offer ${id}`).closest("details");
  return details ? (details.open ? "open" : "closed") : "none";
}

const summary = () => document.querySelector("summary")?.textContent;

describe("further groups of offers", () => {
  it("are folded in one line with their lowest price, beneath which each has its title", () => {
    render(createCollapsedGroups([crew]));
    expect(getDisclosureState("c20")).toBe("closed");
    expect(summary()).toBe("More ways to buy from $250.00");
  });

  it("are one line together", () => {
    render(createCollapsedGroups([crew, bundles]));
    expect(document.querySelectorAll("summary")).toHaveLength(1);
    expect(summary()).toBe("More ways to buy from $60.00");
    for (const title of ["For workplaces", "Bundles"]) {
      expect(screen.getByText(title).closest(".sr-only")).toBeNull();
    }
  });

  it("are open where they hold what is chosen, and stay so", () => {
    const { rerender } = render(createCollapsedGroups([crew, bundles], "bundles:fleet"));
    expect(getDisclosureState("fleet")).toBe("open");
    rerender(createCollapsedGroups([crew, bundles], "packages:c3"));
    expect(getDisclosureState("fleet")).toBe("open");
  });

  it("are nothing where there are none", () => {
    const { container } = render(createCollapsedGroups([]));
    expect(container.textContent).toBe("");
  });
});

describe("what stands open", () => {
  const main: OfferGroup = { ...crew, id: "main" };
  const ids = (groups: OfferGroup[]) => groups.map(({ id, offers }) => [id, ...offers.map((offer) => offer.id)]);

  it("is the first group and the first bundle; the rest is folded", () => {
    const [open, folded] = splitGroups([main, crew, bundles]);
    expect(ids(open)).toEqual([
      ["main", "c50", "c20"],
      ["bundles", "mate"],
    ]);
    expect(ids(folded)).toEqual([
      ["crew", "c50", "c20"],
      ["bundles", "crew", "fleet"],
    ]);
  });

  it("is everything where there are only bundles, or a single one besides", () => {
    expect(ids(splitGroups([bundles])[0])).toEqual([["bundles", "mate", "crew", "fleet"]]);
    expect(splitGroups([bundles])[1]).toEqual([]);
    expect(splitGroups([main, { ...bundles, offers: bundles.offers.slice(0, 1) }])[1]).toEqual([]);
    expect(splitGroups([])).toEqual([[], []]);
  });
});

describe("a group of offers", () => {
  it("is not folded by itself", () => {
    render(within(<OfferGroupPart {...{ group: crew, renderRow }} describedBy={undefined} />));
    expect(getDisclosureState("c20")).toBe("none");
  });

  it.each([true, false])("has its description beneath a long title, and beside a short one: %s", (isStacked) => {
    const described = { ...crew, description: { text: "With a list of names" }, isStacked };
    render(within(<OfferGroupPart {...{ group: described, renderRow }} describedBy={undefined} />));
    const title = screen.getByText("With a list of names").closest("legend");
    expect(title?.classList.contains("stacked")).toBe(isStacked);
  });
});
