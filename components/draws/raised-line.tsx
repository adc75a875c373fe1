import type { ReactNode } from "react";

import { Icon } from "@/components/ui/icon";

/** What was raised and for whom, in a line of its own; strong where it stands on a coloured ground. */
export function RaisedLine({ isStrong = false, children }: { isStrong?: boolean; children: ReactNode }) {
  return (
    <p className={isStrong ? "raised strong" : "raised"}>
      <Icon name="heart" />
      <span>{children}</span>
    </p>
  );
}
