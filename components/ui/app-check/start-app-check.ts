import { initializeApp } from "firebase/app";
import {
  getToken,
  initializeAppCheck,
  onTokenChanged,
  ReCaptchaEnterpriseProvider,
  ReCaptchaV3Provider,
} from "firebase/app-check";
import { storeToken } from "@/lib/platform/http/browser/app-check";
import type { ObtainToken } from "@/lib/platform/http/browser/app-check-source";
import type { AppCheckClient } from "@/lib/platform/server/env.gateways";

const appName = "tirage";

/** The SDK creates tokens, refreshes them halfway through their life, and throttles itself after refusals. */
export function startAppCheck({ siteKey, provider, ...app }: AppCheckClient): ObtainToken {
  const Provider = provider === "recaptcha-enterprise" ? ReCaptchaEnterpriseProvider : ReCaptchaV3Provider;
  const appCheck = initializeAppCheck(initializeApp(app, appName), {
    provider: new Provider(siteKey),
    isTokenAutoRefreshEnabled: true,
  });
  onTokenChanged(appCheck, { next: ({ token }) => storeToken(token), error: () => undefined });
  return async () => (await getToken(appCheck)).token;
}
