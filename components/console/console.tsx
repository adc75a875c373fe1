"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

import type { CurrentAdmin } from "@/lib/people/rules";

import { useCurrentAdmin } from "./console-frame";
import type { Section } from "./sections";
import { mayOpen } from "./sections";

type ConsoleProps = { section: Section; children: (admin: CurrentAdmin) => ReactNode };

export function Console({ section, children }: ConsoleProps) {
  const t = useTranslations("console");
  const admin = useCurrentAdmin();
  return mayOpen(admin, section) ? children(admin) : <h1 className="text-3xl">{t("noAccess")}</h1>;
}
