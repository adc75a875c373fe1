import { Icon as Drawing } from "@iconify/react/offline";

import { lucideIcon } from "@/lib/platform/server/lucide-icons";
import { iconNames } from "./icon-names";

/** Our names of icons that parts drawn by the server may use, each with Lucide's. */
const pageIconNames = {
  ...iconNames,
  "arrow-left": "arrow-left",
  "chevron-down": "chevron-down",
  document: "file-text",
  flame: "flame",
  gift: "gift",
  heart: "heart",
  mail: "mail",
  "map-pin": "map-pin",
  printer: "printer",
  trophy: "trophy",
} as const;

/** Name of an icon that parts drawn by the server may use. */
export type PageIconName = keyof typeof pageIconNames;

type PageIconProps = { name: PageIconName; className?: string };

/** An icon for server components: it comes with the page, and its data is in no script. */
export function PageIcon({ name, className = "size-5" }: PageIconProps) {
  const icon = lucideIcon(pageIconNames[name]);
  if (!icon) throw new Error(`Lucide has no icon for ${name}.`);
  return <Drawing icon={icon} className={className} />;
}
