/** Dollars on the wire. */
export type OrderSum = { orders: number; amount: number };

/**
 * What a cancellation returns, or would. `refused` orders wait for a person: the bank returned nothing. `cash` is left
 * to pay back, `mails` counts emails about it.
 */
export type CancellationMoney = {
  returned: OrderSum;
  waiting: OrderSum;
  refused: OrderSum;
  cash: OrderSum;
  cashReturned: OrderSum;
  mails: { sent: number; all: number };
};

/** Times in ISO. `isOwn` is true for whoever proposed it. `proposer` is null once that person was erased. */
export type ProposalView = {
  number: number;
  reason: string;
  proposer: string | null;
  proposedAt: string;
  endsAt: string;
  isOwn: boolean;
};

export type CancellationView = {
  cancelledAt: string | null;
  /** Null if nobody's proposal is open. */
  proposal: ProposalView | null;
  /** False once a number of the draw was drawn. */
  isPossible: boolean;
  money: CancellationMoney;
};
