import { useTranslations } from "next-intl";
import type { ComponentType } from "react";

import { useInitialLive } from "@/components/draws/live-provider";
import { offeredPools } from "@/lib/draws/rules.catalogue";
import type { AddOn } from "./add-on";
import type { AddOnProps } from "./add-on-body";
import { addOnStateOf } from "./add-on-state";

type AddOnListProps = Omit<AddOnProps, "addOn"> & {
  /** Draws one of them. */
  Box: ComponentType<AddOnProps>;
  /** Level of the heading: one below that of what stands around. */
  heading?: "h3" | "h4";
};

/**
 * Second draws beside the main one: those that every order has and those that a buyer may add, each in the order of
 * their priority; those that a bundle brings are not asked for again. One whose sales were over when the page was made
 * is none of this order's: the page tells of it elsewhere.
 */
export function AddOnList(props: AddOnListProps) {
  const t = useTranslations("checkout");
  const { draw, sale, live, Box, heading: Heading = "h4" } = props;
  const builtAt = new Date(useInitialLive().serverTime);
  const offered = offeredPools(draw.catalogue, builtAt);
  const isRequired = ({ mandatory, poolId }: AddOn) =>
    mandatory && addOnStateOf(draw, poolId, sale.now, live) === "open";
  return (["addOnRequired", "addOnsHeading"] as const).map((title) => {
    const listed = draw.addOns.filter(
      (addOn) => offered.has(addOn.poolId) && isRequired(addOn) === (title === "addOnRequired"),
    );
    return listed.length > 0 ? (
      <div key={title} className="mt-7 grid gap-3">
        <Heading className="subtitle">{t(title)}</Heading>
        {listed.map((addOn) => (
          <Box key={addOn.poolId} {...props} addOn={addOn} />
        ))}
      </div>
    ) : null;
  });
}
