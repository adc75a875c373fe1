import { useTranslations } from "next-intl";
import type { ComponentType } from "react";

import { useInitialLive } from "@/components/draws/live/live-provider";
import { getOfferedPoolIds } from "@/lib/draws/rules.catalogue";
import type { AddOnProps } from "./add-on-body";

type AddOnListProps = Omit<AddOnProps, "addOn"> & {
  Box: ComponentType<AddOnProps>;
  heading?: "h3" | "h4";
};

export function AddOnList(props: AddOnListProps) {
  const t = useTranslations("checkout");
  const { draw, Box, heading: Heading = "h4" } = props;
  const pools = getOfferedPoolIds(draw.catalogue, new Date(useInitialLive().serverTime));
  const addOns = draw.addOns
    .filter(({ poolId }) => pools.has(poolId))
    .sort((left, right) => Number(right.isMandatory) - Number(left.isMandatory));
  if (addOns.length === 0) return null;
  return (
    <div className="add-ons [&>fieldset+fieldset]:mt-3">
      <Heading className="subtitle">{t("addOnsHeading")}</Heading>
      {addOns.map((addOn) => (
        <Box key={addOn.poolId} {...props} addOn={addOn} />
      ))}
    </div>
  );
}
