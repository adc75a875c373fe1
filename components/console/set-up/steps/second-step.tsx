"use client";

import { useTranslations } from "next-intl";
import { useDraftContext } from "@/components/console/set-up/form/draft-context";
import {
  CheckField,
  ChoiceField,
  InstantField,
  LocalTextField,
  NumberField,
  TextField,
} from "@/components/console/set-up/form/fields";
import { ItemList } from "@/components/console/set-up/form/item-list";
import { useItemTitle } from "@/components/console/set-up/form/use-item-title";
import { createItemId, toItems } from "@/lib/drafts/rules.items";
import { PackageList } from "./package-list";
import { DrawingFields, PrizeLists } from "./prize-lists";

/** Draws beside the main one, each with its own tickets, prizes and licence. */
export function SecondStep() {
  const t = useTranslations("console.setUp.second");
  const getTitle = useItemTitle();
  const create = (items: readonly unknown[]) => ({
    id: createItemId(
      "d",
      toItems(items).map(({ id }) => id),
    ),
    type: "5050 Cash",
    ticketPackageInfo: [],
  });
  return (
    <>
      <p>{t("intro")}</p>
      <ItemList path="secondDraws" title={t("title")} getName={getTitle} addLabel={t("add")} createItem={create}>
        {(item) => <SecondDrawFields path={item} />}
      </ItemList>
    </>
  );
}

function SecondDrawFields({ path }: { path: string }) {
  const t = useTranslations("console.setUp.second");
  const tickets = useTranslations("console.setUp.tickets");
  const basics = useTranslations("console.setUp.basics");
  const types = useTranslations("console.setUp.types");
  const { get } = useDraftContext();
  const isRaffle = get(`${path}.type`) === "Prize raffle";
  return (
    <>
      <ChoiceField
        path={`${path}.type`}
        label={basics("type")}
        fallback="5050 Cash"
        options={(["5050 Cash", "Prize raffle"] as const).map((value) => ({ value, label: types(value) }))}
      />
      <LocalTextField path={`${path}.title`} label={basics("title")} />
      <LocalTextField path={`${path}.description`} label={t("description")} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField path={`${path}.license`} label={basics("license")} maxLength={100} />
        <TextField path={`${path}.licensePDF`} kind="link" label={basics("licensePDF")} />
        <InstantField path={`${path}.startDate`} label={t("startDate")} hint={t("startDateHint")} />
        <InstantField path={`${path}.cutOffDate`} label={t("cutOffDate")} hint={t("cutOffDateHint")} />
        <InstantField path={`${path}.drawDate`} label={t("drawDate")} />
      </div>
      <PackageList path={`${path}.ticketPackageInfo`} title={tickets("packages")} isOfMainDraw={false} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <NumberField path={`${path}.maxTickets`} kind="count" emptyValue={null} label={tickets("maxTickets")} />
        <NumberField
          path={`${path}.maxTicketPayout`}
          kind="count"
          emptyValue={null}
          label={tickets("maxTicketPayout")}
        />
        {isRaffle ? null : (
          <>
            <NumberField path={`${path}.jackpotTotal`} kind="dollars" emptyValue={0} label={tickets("jackpotTotal")} />
            <NumberField path={`${path}.maxJackpot`} kind="dollars" emptyValue={null} label={tickets("maxJackpot")} />
          </>
        )}
      </div>
      <PrizeLists path={`${path}.prizes`} />
      <DrawingFields prefix={`${path}.`} />
      <CheckField path={`${path}.settings.enabled`} label={t("enabled")} isOnByDefault />
      <CheckField path={`${path}.settings.mandatoryPurchase`} label={t("mandatory")} hint={t("mandatoryHint")} />
      <CheckField path={`${path}.participatesInTeamStats`} label={t("teamStats")} />
      <NumberField
        path={`${path}.settings.priority`}
        kind="count"
        emptyValue={0}
        label={t("priority")}
        hint={t("priorityHint")}
      />
    </>
  );
}
