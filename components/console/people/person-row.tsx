"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useDateTimeFormat } from "@/components/console/use-console-text";
import type { BadgeTone } from "@/components/ui/badge";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { focusId } from "@/components/ui/focus-id";
import { useFormatters } from "@/components/ui/use-formatters";
import type { PersonState, PersonView } from "@/lib/people/rules";
import { accessZone, getLastMoment } from "@/lib/people/rules.access-end";
import { hasRefundLimit } from "@/lib/people/rules.roles";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { PersonEditor } from "./person-editor";
import { RoleList } from "./role-list";

const tones: Record<PersonState, BadgeTone> = {
  active: "positive",
  invited: "warning",
  uninvited: "neutral",
  ended: "neutral",
  revoked: "danger",
};

type PersonRowProps = { person: PersonView; isSelf: boolean; reload: () => Promise<void> };

export function PersonRow({ person, isSelf, reload }: PersonRowProps) {
  const t = useTranslations("console.people");
  const tConsole = useTranslations("console");
  const [isOpen, setOpen] = useState(false);
  const { personId, name, email } = person;
  const [editorId, nameId] = [`person-${personId}`, `name-${personId}`];
  const isRevoked = person.state === "revoked";
  const toggle = () => {
    setOpen(!isOpen);
    // The editor closes, and its button, which had the focus, goes with it.
    if (isRevoked) focusId(nameId);
  };
  return (
    <li className="grid grid-cols-1 gap-4 py-4">
      <div className="grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_7rem] sm:items-start">
        <div className="grid grid-cols-1 min-w-0 gap-1">
          <p id={nameId} tabIndex={-1} className="flex flex-wrap items-center gap-2">
            <span className="font-semibold">{name}</span>
            <Badge tone={tones[person.state]}>{t(`states.${person.state}`)}</Badge>
            {isSelf ? <span className="text-muted text-sm">{t("you")}</span> : null}
          </p>
          <p className="text-muted text-sm">{email}</p>
          <PersonDetails person={person} />
        </div>
        <Access person={person} />
        {isRevoked && !isOpen ? null : (
          <Button
            variant="secondary"
            aria-expanded={isOpen}
            aria-controls={editorId}
            aria-label={tConsole("actionFor", { action: t(isOpen ? "done" : "manage"), name })}
            className="justify-self-start sm:justify-self-end"
            onClick={toggle}
          >
            {t(isOpen ? "done" : "manage")}
          </Button>
        )}
      </div>
      {isOpen ? <PersonEditor id={editorId} person={person} isSelf={isSelf} reload={reload} /> : null}
    </li>
  );
}

function PersonDetails({ person }: { person: PersonView }) {
  const t = useTranslations("console.people");
  const locale = useLocale();
  const formatDateTime = useDateTimeFormat();
  const { shortDollars } = useFormatters();
  const { lastSeenAt, endsAt, passkeys, refundLimit, roles } = person;
  if (passkeys === null) return null;
  const details = [
    lastSeenAt ? t("lastSeen", { date: formatDateTime(lastSeenAt) }) : t("neverSeen"),
    t("passkeys", { count: passkeys }),
    ...(refundLimit !== null && hasRefundLimit(roles) ? [t("refundsUpTo", { amount: shortDollars(refundLimit) })] : []),
    ...(endsAt ? [t("until", { date: formatInstant(getLastMoment(endsAt), locale, accessZone, "day") })] : []),
  ];
  return (
    <p className="text-muted text-sm">
      {details.map((detail, index) => (
        <span key={detail} className="inline-block pr-1">
          {index < details.length - 1 ? `${detail} ·` : detail}
        </span>
      ))}
    </p>
  );
}

function Access({ person: { state, roles } }: { person: PersonView }) {
  const t = useTranslations("console.people");
  if (state === "revoked") return <p className="text-muted">{t("revokedText")}</p>;
  if (roles.length === 0) return <p className="text-muted">{t("noRoles")}</p>;
  return <RoleList roles={roles} />;
}
