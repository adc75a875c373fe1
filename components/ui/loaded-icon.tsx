"use client";

import { addAPIProvider, Icon } from "@iconify/react";

import { iconLoader } from "@/lib/platform/http/icon-loader";

// The URL is ours, and the server decides if it calls another service.
addAPIProvider("", { resources: [""], ...iconLoader });

type LoadedIconProps = { name: string; className: string };

// biome-ignore lint/style/noDefaultExport: React's lazy takes the default
export default function LoadedIcon({ name, className }: LoadedIconProps) {
  return <Icon icon={name} className={className} fallback={<span className={className} />} />;
}
