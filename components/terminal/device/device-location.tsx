import { useTranslations } from "next-intl";

import type { AllocationIds } from "@/lib/terminal/rules.cookies";
import { readableId } from "./readable-id";

/** Whose device it is and where it stands; people know it by its name, never by its id. */
export function DeviceLocation({ ids }: { ids: AllocationIds }) {
  const t = useTranslations("registration");
  const facts = [
    ["parent", ids.parentId],
    ["location", ids.locationId],
  ] as const;
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-muted text-sm">{t(name)}</dt>
          <dd className="break-words font-semibold">{value ? readableId(value) : null}</dd>
        </div>
      ))}
    </dl>
  );
}
