/** `published` data is an organization's. `caller` data is a digest of a network or browser. */
export type DataSubject = "buyer" | "staff" | "published" | "caller";

/** `erased` with its person (for an order, the buyer). `expires` by itself within days. */
export type DataHandling = "erased" | "expires" | "kept";

export type TableData = { personal: Record<string, readonly [DataSubject, DataHandling]>; other: readonly string[] };

const names = (text: string) => text.split(/\s+/);

const nothing = (text: string): TableData => ({ personal: {}, other: names(text) });

/** Has every column of every table. docs/privacy.md adds purposes and periods, and a test compares all three. */
export const dataMap: Record<string, TableData> = {
  orders: {
    personal: {
      buyer: ["buyer", "erased"],
      card_last_four: ["buyer", "erased"],
      client_key: ["caller", "erased"],
      request_hash: ["buyer", "erased"],
      share_holders: ["caller", "expires"],
      operator: ["staff", "kept"],
    },
    other: names(
      `draw_id order_id order_code status amount_cents locale team_id is_test device_id hold_slot idempotency_key
      placed_at expires_at extensions finalized_at hidden_at card_type validation_hash erased_at erased_province
      address_secret`,
    ),
  },
  payment_attempts: {
    personal: { operator: ["staff", "kept"] },
    other: names(
      `draw_id gateway_order_number order_id attempt_number kind method token_hash opened_by amount_cents state reason
      provider gateway_transaction_id gateway_code provider_code sent_at deadline_at answered_at ask_at asks missed_at
      shown_at captured_cents device_id`,
    ),
  },
  refunds: {
    personal: { operator: ["staff", "kept"] },
    other: names(
      `draw_id refund_number order_id gateway_order_number line_numbers cause method amount_cents state reason
      provider gateway_transaction_id gateway_code provider_code requested_by requested_at sent_at deadline_at
      answered_at ask_at asks missed_at device_id person_id`,
    ),
  },
  audit_entries: {
    personal: { operator: ["staff", "kept"], detail: ["staff", "kept"] },
    other: names("draw_id entry_id order_id at action actor_kind device_id sequence sealed_at seal"),
  },
  half_hour_sales: {
    personal: { operator: ["staff", "kept"] },
    other: names(`draw_id starts_at method device_id team_id orders tickets amount_cents void_tickets void_cents`),
  },
  half_hour_sales_progress: nothing("draw_id sequence counted_at"),
  order_notes: {
    personal: { text: ["buyer", "erased"], author: ["staff", "erased"] },
    other: names("draw_id order_id note_id at"),
  },
  order_words: { personal: { word: ["buyer", "erased"] }, other: names("draw_id order_id") },
  devices: {
    personal: { operator: ["staff", "kept"] },
    other: names(
      `device_id parent_id location_id label code_hash code_expires_at code_used_at credential_hash registered_at name
      printer lists_others seen_at created_at revoked_at`,
    ),
  },
  admin_keys: {
    personal: { name: ["staff", "kept"] },
    other: names("key_hash rights created_at expires_at revoked_at"),
  },
  persons: {
    personal: { email: ["staff", "erased"], name: ["staff", "erased"], user_ids: ["staff", "erased"] },
    other: names("person_id locale created_at ends_at revoked_at is_demo refund_limit_cents"),
  },
  passkeys: {
    personal: { name: ["staff", "erased"] },
    other: names("credential_id person_id public_key counter transports created_at used_at"),
  },
  person_sessions: {
    personal: { browser: ["staff", "expires"], browser_hash: ["caller", "expires"] },
    other: names("session_id secret_hash person_id created_at seen_at fresh_at ends_at ended_at"),
  },
  person_letters: {
    personal: { detail: ["staff", "expires"] },
    other: names("letter_id person_id kind queued_at try_at"),
  },
  draws: {
    personal: { definition: ["published", "kept"] },
    other: names(
      `draw_id parent_id revision approval_state opens_at closes_at closed_at archived_at cancelled_at created_at updated_at`,
    ),
  },
  payment_tries: {
    personal: {
      network_key: ["caller", "expires"],
      wide_key: ["caller", "expires"],
      client_key: ["caller", "expires"],
    },
    other: names("draw_id gateway_order_number sent_at device_id merchant_key account_key trial_number"),
  },
  ticket_shares: {
    personal: { holder: ["caller", "expires"] },
    other: names(
      `draw_id pool_id orders held held_cents allowance allowance_cents one_order one_order_cents paid paid_cents
      began_at`,
    ),
  },
  call_counts: { personal: { key: ["caller", "expires"] }, other: ["points", "expire"] },
  order_lines: nothing("draw_id order_id line_number pool_id package_id bundle_id quantity tickets amount_cents"),
  lost_numbers: nothing("draw_id pool_id first_number last_number restored_to recorded_at"),
  number_ranges: nothing("draw_id pool_id first_number last_number order_id line_number voided_at"),
  outbox: nothing("draw_id mail_id order_id kind state queued_at try_at tries sent_at revision"),
  word_walks: nothing("draw_id finalized_at order_id"),
  zone_choices: nothing("draw_id kept chosen_at revision moves told queued_to"),
  day_cuts: nothing("zone day begins_at ends_at"),
  draw_drafts: {
    personal: { saved_by: ["staff", "kept"] },
    other: names("draw_id parent_id content revision base_revision saved_at preview_hash preview_ends_at"),
  },
  draw_cancellations: {
    personal: { proposed_by: ["staff", "kept"], decided_by: ["staff", "kept"] },
    other: names("draw_id proposal reason proposed_at ends_at decision decided_at refund_at refunded_to queued_to"),
  },
  draw_results: nothing("draw_id pool_id revision look_at winners since told round queued_to"),
  draw_revisions: nothing("draw_id revision saved_at before after"),
  draw_secrets: nothing("draw_id sealed updated_at first_used_at seen_at unfit_reason unfit_at"),
  pools: nothing(
    `draw_id pool_id revision max_tickets sold voided purchases reserved jackpot_base_cents sales_cents reserved_cents
    max_jackpot_cents cut_off_at`,
  ),
  pool_teams: nothing("draw_id pool_id team_id tickets"),
  pool_marks: nothing("draw_id pool_id marked_at tickets sales_cents purchases"),
  feed_draws: nothing("draw_id outcome seen accepted_digest refused_digest refused_at checked_at asked_until"),
  person_roles: nothing("person_id role scope_kind scope_id given_at"),
  invitations: nothing("code_hash person_id created_at expires_at used_at"),
  used_challenges: nothing("challenge expires_at"),
  installation: nothing("only mode key_check digest_root started_at verifications_ended_at"),
  jobs: nothing("name holder leased_until finished_at"),
  erasure_walks: nothing("draw_id placed_at order_id finished_at"),
  stub_walks: nothing("draw_id placed_at order_id finished_at"),
  erasure_waits: nothing("draw_id order_id look_at"),
};
