import { getTranslations } from "next-intl/server";

import { Icon } from "@/components/ui/icon";

export async function TrustLines() {
  const t = await getTranslations("checkout");
  return (
    <ul className="trust">
      {(["trustCard", "trustNumbers"] as const).map((line) => (
        <li key={line}>
          <Icon name={line === "trustCard" ? "shield" : "ticket"} className="size-4" />
          <span>{t(line)}</span>
        </li>
      ))}
    </ul>
  );
}
