import type { AuditDetail } from "@/lib/audit/rules";
import type { ChainBreak } from "@/lib/audit/rules.chain";
import { drawActions } from "@/lib/draws/import/rules.changes";
import { keyActions, keysChain } from "@/lib/keys/rules";
import type { LocalText } from "@/lib/local-text";
import { peopleActions, peopleChain } from "@/lib/people/rules";
import { deviceActions } from "@/lib/terminal/device/rules.registration";

/** The actions of each subject. The entries of an order are listed with the order instead. */
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

/** The subject of a chain. All tablets of a parent share one chain. */
export function getChainSubject(chain: string): HistorySubject {
  if (chain === peopleChain) return "people";
  if (chain === keysChain) return "keys";
  return chain.startsWith("parent:") ? "tablets" : "draws";
}

/**
 * Who acted. `key` is the filter that finds their entries: `person:ID`, `key:NAME`, `device:ID`, `admin` (`ADMIN_KEY`),
 * `upstream` or `system`. An admin only claims the `name`. `operator` is whoever worked at a device.
 */
export type HistoryActor = {
  key: string;
  kind: "person" | "key" | "admin" | "device" | "upstream" | "system";
  name: string | null;
  operator: string | null;
};

/** `person` and `device` are names of those whom the entry is about. `sequence` is null until it is sealed. */
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
  /** True if the revision that the entry made of a draw is stored. */
  hasRevision: boolean;
};

/** `next` is the position of older entries. `head` is the newest seal, if one chain was asked for. */
export type HistoryPage = { entries: HistoryEntry[]; next: string | null; head: string | null };

/** The result of comparing a saved seal. It is `missing` if no entry within the reach has its sequence number. */
export type SealCheck = {
  sequence: number;
  verdict: "same" | "different" | "missing";
  /** The first of the entries up to the seal that were verified. */
  from: number;
  breaks: ChainBreak[];
};
