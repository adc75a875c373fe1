"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";

import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { signInToDemo } from "@/lib/people/client";
import type { Role } from "@/lib/people/rules.roles";
import { getRoleMessageKey, roles, toRoleSlug } from "@/lib/people/rules.roles";
import { localizedPath } from "@/lib/platform/i18n/routing";

export function DemoSignIn() {
  const t = useTranslations("console.demo");
  const names = useTranslations("console.roles");
  const locale = useLocale();
  const [link, setLink] = useState<DemoLink | null | undefined>();
  const [isWrong, setWrong] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const readLink = () => setLink(readDemoLink());
    readLink();
    window.addEventListener("hashchange", readLink);
    return () => window.removeEventListener("hashchange", readLink);
  }, []);
  const handleSignIn = async () => {
    if (!link) return;
    setBusy(true);
    const answer = await signInToDemo(link.role, link.token);
    if (answer.ok) return window.location.assign(localizedPath(locale, "/console"));
    setBusy(false);
    setWrong(true);
  };
  return (
    <Card aria-labelledby="demo-sign-in" className="mx-auto grid grid-cols-1 w-full max-w-md gap-5">
      <h1 id="demo-sign-in" className="text-2xl">
        {t("title")}
      </h1>
      {isWrong || link === null ? <Notice tone="danger" role="alert" title={t("wrong")} /> : null}
      {link ? <p>{t("text", { role: names(getRoleMessageKey(link.role)) })}</p> : null}
      <Button busy={isBusy} disabled={!link} onClick={handleSignIn} className="justify-self-start">
        {t("button")}
      </Button>
    </Card>
  );
}

type DemoLink = { role: Role; token: string };

function readDemoLink(): DemoLink | null {
  const [slug = "", token = ""] = window.location.hash.slice(1).split(".");
  const role = roles.find((candidate) => toRoleSlug(candidate) === slug);
  return role && token ? { role, token } : null;
}
