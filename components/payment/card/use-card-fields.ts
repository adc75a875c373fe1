import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { CardScriptFailure, Mount } from "./card-driver";
import type { CardFields, TokenAnswer } from "./card-fields";
import type { CardState } from "./card-state";
import { emptyCard } from "./card-state";
import type { CardFieldType } from "./custom-checkout";

/** Whether the card form is there; a failure is the key of its message. */
type CardFormStage = "waiting" | "loading" | "ready" | CardScriptFailure;

/** The card form as the page uses it. */
export type CardForm = {
  stage: CardFormStage;
  card: CardState;
  load: () => void;
  /** Loads anew what failed to load. */
  retry: () => void;
  /** First field that is not right, or null; also null while the form is not there. */
  check: () => CardFieldType | null;
  /** To be awaited before a `check` that has the buyer finish a field: the last key may not have been told yet. */
  settle: () => Promise<void> | undefined;
  tokenize: () => Promise<TokenAnswer>;
  focus: (type: CardFieldType) => void;
  clear: (types?: readonly CardFieldType[]) => void;
};

/** Ids of the nodes that the provider mounts its fields in. */
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

function failureOf(error: unknown): CardScriptFailure {
  const isMissing = (error as { reason?: unknown } | null)?.reason === "card-script-missing";
  return isMissing ? "card-script-missing" : "card-script-failed";
}

function useDriver(url: string) {
  const [stage, setStage] = useState<CardFormStage>("waiting");
  const [mount, setMount] = useState<Mount | null>(null);
  useEffect(() => {
    if (stage !== "loading") return;
    let isOver = false;
    // The driver comes with the script, not with the page: neither is wanted before the page is there.
    const loading = import("./card-driver").then(({ loadDriver }) => loadDriver(url));
    loading.then(
      (loaded) => {
        if (isOver) return;
        startTransition(() => {
          setMount(() => loaded);
          setStage("ready");
        });
      },
      (error: unknown) => {
        console.error(error);
        if (!isOver) setStage(failureOf(error));
      },
    );
    return () => {
      isOver = true;
    };
  }, [stage, url]);
  // Only the first time: the button that retries must not be taken away by the focus that presses it.
  const load = useCallback(() => {
    startTransition(() => setStage((now) => (now === "waiting" ? "loading" : now)));
  }, []);
  const retry = useCallback(() => {
    setMount(null);
    setStage("loading");
  }, []);
  return { stage, mount, load, retry };
}

/** Loads the provider's script when `load` is called, mounts the fields, and mounts them anew when they fall silent. */
export function useCardFields(scriptUrl: string, placeholders: Partial<Record<CardFieldType, string>>): CardForm {
  const { stage, mount, load, retry } = useDriver(scriptUrl);
  const [card, setCard] = useState(emptyCard);
  const fields = useRef<CardFields | null>(null);
  const { expiry, cvv } = placeholders;

  useEffect(() => {
    if (!mount) return;
    const mounted = mount({ selectors, placeholders: { expiry, cvv }, onChange: setCard });
    fields.current = mounted;
    return () => {
      if (fields.current === mounted) mounted.unmount();
      fields.current = null;
      setCard(emptyCard);
    };
  }, [mount, expiry, cvv]);
  // With the nodes, and not some tasks later: a field whose turn comes in between would find no node.
  useLayoutEffect(
    () => () => {
      fields.current?.unmount();
      fields.current = null;
    },
    [],
  );

  const tokenize = useCallback(async (): Promise<TokenAnswer> => {
    const answer = await (fields.current?.tokenize() ??
      Promise.resolve({ ok: false, reason: "card-token-failed" } as const));
    // A late answer could be of the card that was typed before: fields that fell silent are not asked again.
    if (!answer.ok && answer.reason === "card-token-silent") retry();
    return answer;
  }, [retry]);

  // The same ones for as long as the form is there: effects depend on them.
  const [calls] = useState(() => ({
    check: () => fields.current?.check() ?? null,
    settle: () => fields.current?.settle(),
    focus: (type: CardFieldType) => fields.current?.focus(type),
    clear: (types?: readonly CardFieldType[]) => fields.current?.clear(types),
  }));
  return { stage, card, load, retry, tokenize, ...calls };
}
