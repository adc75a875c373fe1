"use client";

import { addAPIProvider, Icon } from "@iconify/react";

import { iconLoader } from "@/lib/platform/http/icon-loader";

// Without a host the address is one of ours; whether another service is asked too is the server's business.
addAPIProvider("", { resources: [""], ...iconLoader });

type LoadedIconProps = { name: string; className: string };

/** An icon that the browser asks for; nothing but its room while it is not there. */
// biome-ignore lint/style/noDefaultExport: React's lazy takes the default
export default function LoadedIcon({ name, className }: LoadedIconProps) {
  return <Icon icon={name} className={className} fallback={<span className={className} />} />;
}
