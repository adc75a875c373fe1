import type { BankAnswerChanges } from "@/sandbox/bambora/make-payment";
import type { FaultPoint, FaultSubject } from "@/sandbox/faults";
import type { SandboxState } from "@/sandbox/sandbox-state";
import type { Call, Reply } from "./exchange";

export type FaultHook = { at: FaultPoint; subject: (state: SandboxState, call: Call) => FaultSubject };

export type Route = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  pattern: RegExp;
  json?: boolean;
  fault?: FaultHook;
  handle: (state: SandboxState, call: Call, id: string, changes: BankAnswerChanges) => Reply | Promise<Reply>;
};
