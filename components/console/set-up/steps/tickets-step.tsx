"use client";

import { useTranslations } from "next-intl";
import { useDraftContext } from "@/components/console/set-up/form/draft-context";
import { LocalTextField, NumberField } from "@/components/console/set-up/form/fields";
import { ItemList } from "@/components/console/set-up/form/item-list";
import { useItemTitle } from "@/components/console/set-up/form/use-item-title";
import { createItemId, toItems } from "@/lib/drafts/rules.items";
import { BundleList } from "./bundle-list";
import { PackageList } from "./package-list";

/** What is sold, at which prices and up to which limits. */
export function TicketsStep() {
  const t = useTranslations("console.setUp.tickets");
  const { get } = useDraftContext();
  const isRaffle = get("type") === "Prize raffle";
  const hasGroups = toItems(get("ticketPools")).length > 0;
  return (
    <>
      <PackageList path="ticketPriceInfo" title={t("packages")} isOfMainDraw />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <NumberField
          path="maxTickets"
          kind="count"
          emptyValue={null}
          label={t("maxTickets")}
          hint={t(isRaffle ? "maxTicketsRaffleHint" : "maxTicketsHint")}
        />
        <NumberField
          path="maxTicketPayout"
          kind="count"
          emptyValue={null}
          label={t("maxTicketPayout")}
          hint={t("maxTicketPayoutHint")}
        />
        {isRaffle ? null : (
          <>
            <NumberField
              path="jackpotTotal"
              kind="dollars"
              emptyValue={0}
              label={t("jackpotTotal")}
              hint={t("jackpotTotalHint")}
            />
            <NumberField
              path="maxJackpot"
              kind="dollars"
              emptyValue={null}
              label={t("maxJackpot")}
              hint={t("maxJackpotHint")}
            />
          </>
        )}
      </div>
      <details open={hasGroups} className="border-line border-t pt-4">
        <summary className="min-h-11 cursor-pointer content-center font-semibold">{t("groups")}</summary>
        <p className="hint mb-3">{t("groupsHint")}</p>
        <GroupList />
      </details>
      <details open={toItems(get("bundles")).length > 0} className="border-line border-t pt-4">
        <summary className="min-h-11 cursor-pointer content-center font-semibold">{t("bundles")}</summary>
        <p className="hint mb-3">{t("bundlesHint")}</p>
        <BundleList />
      </details>
    </>
  );
}

function GroupList() {
  const t = useTranslations("console.setUp.tickets");
  const getTitle = useItemTitle();
  const create = (items: readonly unknown[]) => ({
    id: createItemId(
      "g",
      toItems(items).map(({ id }) => id),
    ),
    ticketPriceInfo: [],
  });
  return (
    <ItemList
      path="ticketPools"
      title={t("groups")}
      isTitleHidden
      getName={getTitle}
      addLabel={t("addGroup")}
      createItem={create}
    >
      {(item) => (
        <>
          <LocalTextField path={`${item}.title`} label={t("groupTitle")} />
          <LocalTextField path={`${item}.description`} label={t("groupDescription")} />
          <PackageList path={`${item}.ticketPriceInfo`} title={t("packages")} isOfMainDraw />
        </>
      )}
    </ItemList>
  );
}
