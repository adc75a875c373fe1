import { IconOutline } from "./icon-outline";
import type { IconName } from "./icon-paths";
import { iconPaths } from "./icon-paths";

type IconProps = { name: IconName; className?: string };

/** An icon for parts drawn in the browser; what the server alone draws takes `PageIcon`, which has more of them. */
export function Icon({ name, className = "size-5" }: IconProps) {
  return <IconOutline paths={iconPaths[name]} className={className} />;
}
