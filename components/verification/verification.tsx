"use client";

import { useState } from "react";

import { Queries } from "@/components/ui/queries";
import type { ApplePayOffer } from "@/lib/gateways/apple-pay/rules";

import { KeyForm } from "./key-form";
import { VerificationConsole } from "./verification-console";

type VerificationProps = { wasSignedIn: boolean; offer: ApplePayOffer | null; isDemo: boolean };

/** Whether somebody is signed in here: not yet, now, or no longer because the half hour is over. */
type Session = "none" | "open" | "ended";

/** The key's form, or all that it opens. */
export function Verification({ wasSignedIn, offer, isDemo }: VerificationProps) {
  const [session, setSession] = useState<Session>(wasSignedIn ? "open" : "none");
  if (session !== "open") return <KeyForm hasEnded={session === "ended"} onOpened={() => setSession("open")} />;
  return (
    // What one session was told is not there for the next.
    <Queries>
      <VerificationConsole
        offer={offer}
        isDemo={isDemo}
        onEnded={() => setSession("ended")}
        onSignedOut={() => setSession("none")}
      />
    </Queries>
  );
}
