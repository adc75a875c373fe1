import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { FormControl } from "@/components/order-form/use-checkout-form";
import { focusId } from "@/components/ui/focus-id";

export function EmailHint({ control }: { control: Pick<FormControl, "form" | "set"> }) {
  const t = useTranslations("checkout");
  const suggestion = useEmailSuggestion(control.form.email);
  const acceptSuggestion = () => {
    if (suggestion) control.set("email", suggestion);
    focusId("checkout-email");
  };
  return (
    <span role="status">
      {suggestion ? (
        <span key={suggestion}>
          {t.rich("emailMeant", {
            email: suggestion,
            use: (chunks) => (
              <button type="button" translate="no" onClick={acceptSuggestion} className="link">
                {chunks}
              </button>
            ),
          })}
        </span>
      ) : (
        t("emailHint")
      )}
    </span>
  );
}

function useEmailSuggestion(email: string): string | null {
  const [suggestion, setSuggestion] = useState<{ input: string; email: string } | null>(null);
  useEffect(() => {
    const element = document.getElementById("checkout-email") as HTMLInputElement | null;
    const checkEmail = async () => {
      const input = element?.value ?? "";
      if (!input.includes("@")) return;
      const { suggestEmail } = await import("./suggest-email");
      const email = suggestEmail(input);
      setSuggestion(email ? { input, email } : null);
    };
    const onBlur = () => void checkEmail().catch(() => undefined);
    element?.addEventListener("blur", onBlur);
    return () => element?.removeEventListener("blur", onBlur);
  }, []);
  return suggestion?.input === email ? suggestion.email : null;
}
