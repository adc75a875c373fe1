import { Icon as Drawing } from "@iconify/react/offline";

import data from "./icon-data.json";
import type { IconName } from "./icon-names";

type IconProps = { name: IconName; className?: string };

/** An icon for parts drawn in the browser; what the server alone draws takes `PageIcon`, which has more of them. */
export function Icon({ name, className = "size-5" }: IconProps) {
  return <Drawing icon={{ body: data[name], width: 24, height: 24 }} className={className} />;
}
