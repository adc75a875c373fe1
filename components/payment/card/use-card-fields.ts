import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { CardScriptFailure, Mount } from "./card-driver";
import type { CardFields, TokenizeResult } from "./card-fields";
import type { CardState } from "./card-state";
import { emptyCard } from "./card-state";
import type { CardFieldType } from "./custom-checkout";

type CardFormStage = "waiting" | "loading" | "ready" | CardScriptFailure;

export type CardForm = {
  stage: CardFormStage;
  card: CardState;
  load: () => void;
  retry: () => void;
  check: () => CardFieldType | null;
  /** Must resolve before `check`, because the last key may not have been reported yet. */
  settle: () => Promise<void> | undefined;
  tokenize: () => Promise<TokenizeResult>;
  focus: (type: CardFieldType) => void;
  clear: (types?: readonly CardFieldType[]) => void;
};

export const cardFieldIds: Record<CardFieldType, string> = {
  "card-number": "card-number-field",
  expiry: "card-expiry-field",
  cvv: "card-code-field",
};

const selectors = {
  "card-number": `#${cardFieldIds["card-number"]}`,
  expiry: `#${cardFieldIds.expiry}`,
  cvv: `#${cardFieldIds.cvv}`,
};

function toFailure(error: unknown): CardScriptFailure {
  const isMissing = (error as { reason?: unknown } | null)?.reason === "card-script-missing";
  return isMissing ? "card-script-missing" : "card-script-failed";
}

function useDriver(url: string) {
  const [stage, setStage] = useState<CardFormStage>("waiting");
  const [mount, setMount] = useState<Mount | null>(null);
  useEffect(() => {
    if (stage !== "loading") return;
    let isCancelled = false;
    const loading = import("./card-driver").then(({ loadDriver }) => loadDriver(url));
    loading.then(
      (loadedMount) => {
        if (isCancelled) return;
        startTransition(() => {
          setMount(() => loadedMount);
          setStage("ready");
        });
      },
      (error: unknown) => {
        console.error(error);
        if (!isCancelled) setStage(toFailure(error));
      },
    );
    return () => {
      isCancelled = true;
    };
  }, [stage, url]);
  // Does nothing after the first call. A failure stays until its retry button is pressed, which also fires focus.
  const load = useCallback(() => {
    startTransition(() => setStage((current) => (current === "waiting" ? "loading" : current)));
  }, []);
  const retry = useCallback(() => {
    setMount(null);
    setStage("loading");
  }, []);
  return { stage, mount, load, retry };
}

export function useCardFields(scriptUrl: string, placeholders: Partial<Record<CardFieldType, string>>): CardForm {
  const { stage, mount, load, retry } = useDriver(scriptUrl);
  const [card, setCard] = useState(emptyCard);
  const fields = useRef<CardFields | null>(null);
  const { expiry, cvv } = placeholders;

  useEffect(() => {
    if (!mount) return;
    const mountedFields = mount({ selectors, placeholders: { expiry, cvv }, onChange: setCard });
    fields.current = mountedFields;
    return () => {
      if (fields.current === mountedFields) mountedFields.unmount();
      fields.current = null;
      setCard(emptyCard);
    };
  }, [mount, expiry, cvv]);
  // A layout effect, so that the fields are unmounted before React removes their nodes.
  useLayoutEffect(
    () => () => {
      fields.current?.unmount();
      fields.current = null;
    },
    [],
  );

  const tokenize = useCallback(async (): Promise<TokenizeResult> => {
    const answer = await (fields.current?.tokenize() ??
      Promise.resolve({ ok: false, reason: "card-token-failed" } as const));
    // The provider may still answer the old request, so the fields are mounted again and that answer is ignored.
    if (!answer.ok && answer.reason === "card-token-silent") retry();
    return answer;
  }, [retry]);

  // Created once, because effects depend on these functions.
  const [calls] = useState(() => ({
    check: () => fields.current?.check() ?? null,
    settle: () => fields.current?.settle(),
    focus: (type: CardFieldType) => fields.current?.focus(type),
    clear: (types?: readonly CardFieldType[]) => fields.current?.clear(types),
  }));
  return { stage, card, load, retry, tokenize, ...calls };
}
