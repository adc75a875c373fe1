import type { AuditDetail } from "@/lib/audit/rules";
import type { ChainBreak } from "@/lib/audit/rules.chain";
import { drawActions } from "@/lib/draws/import/rules.changes";
import { keyActions, keysChain } from "@/lib/keys/rules";
import type { LocalText } from "@/lib/local-text";
import { peopleActions, peopleChain } from "@/lib/people/rules";
import { deviceActions } from "@/lib/terminal/device/rules.registration";

/** The audit actions of each subject. Entries of an order are listed with the order instead. */
export const kindsBySubject = {
  draws: [...drawActions, "orders-shrunk", "orders-exported"],
  tablets: deviceActions,
  people: peopleActions,
  keys: keyActions,
} as const;

export type HistorySubject = keyof typeof kindsBySubject;

export const historySubjects = Object.keys(kindsBySubject) as HistorySubject[];

type HistoryKind = (typeof kindsBySubject)[HistorySubject][number];

export const historyKinds = historySubjects.flatMap((subject): readonly HistoryKind[] => kindsBySubject[subject]);

export function isHistoryKind(action: string): action is HistoryKind {
  return (historyKinds as readonly string[]).includes(action);
}

/** All tablets of a parent share one chain. */
export function getChainSubject(chain: string): HistorySubject {
  if (chain === peopleChain) return "people";
  if (chain === keysChain) return "keys";
  return chain.startsWith("parent:") ? "tablets" : "draws";
}

/**
 * `key` filters the entries of this actor: `person:ID`, `key:NAME`, `device:ID`, `admin` (`ADMIN_KEY`), `upstream` or
 * `system`. The `name` of an admin with `ADMIN_KEY` is unproven. `operator` is the name entered at a device.
 */
export type HistoryActor = {
  key: string;
  kind: "person" | "key" | "admin" | "device" | "upstream" | "system";
  name: string | null;
  operator: string | null;
};

/** `person` and `device` name those whom the entry is about. `sequence` is null until the entry is sealed. */
export type HistoryEntry = {
  id: string;
  chain: string;
  title: LocalText | null;
  action: string;
  at: string;
  who: HistoryActor;
  person: string | null;
  device: string | null;
  detail: AuditDetail;
  sequence: number | null;
  /** False for entries that changed no definition, or whose revision is not stored. */
  hasRevision: boolean;
};

/** `next` is the position of the next older entry. `head` is the newest seal of the chain, if the filter names one. */
export type HistoryPage = { entries: HistoryEntry[]; next: string | null; head: string | null };

/**
 * The result of comparing a saved seal. `missing` if no chain in the caller's access scope has an entry of this
 * sequence number.
 */
export type SealCheck = {
  sequence: number;
  verdict: "same" | "different" | "missing";
  /** The sequence number at which the verification began. */
  from: number;
  breaks: ChainBreak[];
};
