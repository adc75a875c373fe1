"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

import type { CurrentAdmin } from "@/lib/people/rules";

import { useCurrentAdmin } from "./console-frame";
import type { Place } from "./places";
import { mayOpen } from "./places";

type ConsoleProps = { place: Place; children: (me: CurrentAdmin) => ReactNode };

/** The content of a page, for a person who may open it. */
export function Console({ place, children }: ConsoleProps) {
  const t = useTranslations("console");
  const me = useCurrentAdmin();
  return mayOpen(me, place) ? children(me) : <h1 className="text-3xl">{t("noAccess")}</h1>;
}
