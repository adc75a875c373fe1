/** A text of a regulator or a law. `mark` is its number in docs/draw-rules.md, and `readOn` the month of reading. */
export type Source = { title: string; mark: string; readOn: string };

/**
 * `source` is set only if we read the law or regulation itself. What platforms or organizers say doesn't count as a
 * source.
 */
export type Rule<Value> = { readonly value: Value; readonly source?: Source };

/** What may refuse or block. Any other rule only warns, and says that it isn't confirmed. */
export type ConfirmedRule<Value> = Rule<Value> & { readonly source: Source };

export type HelpLine = { name: string; phone: string };

/** A rule is absent if no value is known. */
export type ProvinceRules = {
  /** The zone of most of its people. */
  timeZone: string;
  minimumAge: Rule<number>;
  /** Buyers must be in the province when they buy. */
  presence: Rule<boolean>;
  /** Buyers must live in the province. */
  residence: Rule<boolean>;
  /** Minutes from the end of sales to the drawing, at least. */
  closingMinutes?: Rule<number>;
  /** Months for which an unclaimed prize is kept, at least. */
  claimMonths?: Rule<number>;
  /** Help for gamblers that tickets must name. */
  helpLine?: Rule<HelpLine>;
  /** Tickets must show the licence's number. */
  licenceOnTickets?: Rule<boolean>;
  /** Tickets must say that they are no donation. */
  donationNotice?: Rule<boolean>;
  unattendedKiosks?: Rule<boolean>;
  offlineSales?: Rule<boolean>;
  /** Buyers must be given the French texts before others. */
  frenchFirst?: Rule<boolean>;
};

export function isConfirmed<Value>(rule: Rule<Value> | undefined): rule is ConfirmedRule<Value> {
  return rule?.source !== undefined;
}
