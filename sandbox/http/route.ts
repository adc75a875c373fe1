import type { BankTwist } from "@/sandbox/bambora/make-payment";
import type { FaultPoint, FaultSubject } from "@/sandbox/faults";
import type { SandboxState } from "@/sandbox/sandbox-state";
import type { Call, Reply } from "./exchange";

/** Where a fault can strike a route, and what the call is about. */
export type FaultHook = { at: FaultPoint; subject: (state: SandboxState, call: Call) => FaultSubject };

/** One call that the sandbox answers. `json` calls need a JSON content type. */
export type Route = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  pattern: RegExp;
  json?: boolean;
  fault?: FaultHook;
  handle: (state: SandboxState, call: Call, id: string, twist: BankTwist) => Reply | Promise<Reply>;
};
