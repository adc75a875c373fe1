import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { FormControl } from "@/components/order-form/use-checkout-form";
import { focusId } from "@/components/ui/focus-id";

/** The address that was probably meant, once the box was left; null without a suggestion. */
function useSuggestion(email: string): string | null {
  const [found, setFound] = useState<{ typed: string; meant: string } | null>(null);
  useEffect(() => {
    const box = document.getElementById("checkout-email") as HTMLInputElement | null;
    const look = async () => {
      const typed = box?.value ?? "";
      if (!typed.includes("@")) return;
      const { suggestAddress } = await import("./suggest-address");
      const meant = suggestAddress(typed);
      setFound(meant ? { typed, meant } : null);
    };
    const onBlur = () => void look().catch(() => undefined);
    box?.addEventListener("blur", onBlur);
    return () => box?.removeEventListener("blur", onBlur);
  }, []);
  return found?.typed === email ? found.meant : null;
}

/** One line in either case, so that nothing moves. */
export function EmailHint({ control }: { control: Pick<FormControl, "form" | "set"> }) {
  const t = useTranslations("checkout");
  const meant = useSuggestion(control.form.email);
  const use = () => {
    if (meant) control.set("email", meant);
    focusId("checkout-email");
  };
  return (
    <span role="status">
      {meant ? (
        <span key={meant}>
          {t.rich("emailMeant", {
            email: meant,
            use: (words) => (
              <button type="button" translate="no" onClick={use} className="link">
                {words}
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
