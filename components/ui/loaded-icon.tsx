"use client";

import { addAPIProvider, Icon } from "@iconify/react";

import { iconLoader } from "@/lib/platform/http/icon-loader";

// The address is our own, and the server decides whether to ask another service.
addAPIProvider("", { resources: [""], ...iconLoader });

type LoadedIconProps = { name: string; className: string };

// biome-ignore lint/style/noDefaultExport: React's lazy takes the default
export default function LoadedIcon({ name, className }: LoadedIconProps) {
  return <Icon icon={name} className={className} fallback={<span className={className} />} />;
}
