import { IconOutline } from "./icon-outline";
import type { PageIconName } from "./page-icon-paths";
import { pageIconPaths } from "./page-icon-paths";

type PageIconProps = { name: PageIconName; className?: string };

/** An icon for server components: none of its outlines reaches the browser as script. */
export function PageIcon({ name, className = "size-5" }: PageIconProps) {
  return <IconOutline paths={pageIconPaths[name]} className={className} />;
}
