/** SQL that removes one guard from a test's database, without which a test must fail (negative control). */
export const sabotage = {
  /** Pools can be oversold. */
  capacity: ["alter table pools drop constraint pools_capacity"],
  /** A paying order looks free, and may have several open and approved attempts. */
  oneAttempt: [
    "drop index payment_attempts_one_open",
    "drop index payment_attempts_one_approved",
    `create function forget_paying() returns trigger language plpgsql as
      $$ begin if new.status = 'paying' then new.status := 'reserved'; end if; return new; end $$`,
    "create trigger forget_paying before update on orders for each row execute function forget_paying()",
  ],
  /** An order paying by card looks free for cash, and may be approved twice. */
  cashBesideCard: [
    "drop index payment_attempts_one_approved",
    `create function hide_card() returns trigger language plpgsql as
      $$ begin
        if new.status = 'paying' and not exists (
          select from payment_attempts a
          where a.draw_id = new.draw_id and a.order_id = new.order_id and a.method = 'cash'
        ) then new.status := 'reserved'; end if;
        return new;
      end $$`,
    "create trigger hide_card before update on orders for each row execute function hide_card()",
  ],
  /** A paid order looks unpaid, and takes cash repeatedly. */
  cashOnce: [
    "drop index payment_attempts_one_approved",
    "drop index payment_attempts_token",
    "drop index number_ranges_line",
    "alter table pools drop constraint pools_not_negative",
    `create function forget_sale() returns trigger language plpgsql as
      $$ begin if new.status = 'finalized' then new.status := 'reserved'; end if; return new; end $$`,
    "create trigger forget_sale before update on orders for each row execute function forget_sale()",
  ],
  /** The print of an original receipt isn't recorded. */
  receiptOriginal: [
    `create function forget_original() returns trigger language plpgsql as
      $$ begin return null; end $$`,
    `create trigger forget_original before insert on audit_entries for each row
      when (new.action = 'receipt-printed') execute function forget_original()`,
  ],
  /** An order doesn't record which drawer has its cash. */
  cashTaker: [
    `create function forget_drawer() returns trigger language plpgsql as
      $$ begin new.device_id := null; return new; end $$`,
    `create trigger forget_drawer before insert on payment_attempts for each row
      when (new.method = 'cash') execute function forget_drawer()`,
  ],
  /** Shares of unpaid tickets are unlimited. */
  ticketShares: ["alter table ticket_shares drop constraint ticket_shares_allowance"],
  /** Concurrent calls of a client take the same hold slot. */
  holdSlot: ["drop index orders_hold_slot"],
  /** An attempt doesn't record the call that opened it. */
  openedBy: [
    `create function forget_opener() returns trigger language plpgsql as
      $$ begin new.opened_by := null; return new; end $$`,
    "create trigger forget_opener before insert on payment_attempts for each row execute function forget_opener()",
  ],
  /** The first lookup that finds nothing counts as the second. */
  secondLookup: [
    `create function look_once() returns trigger language plpgsql as
      $$ begin new.missed_at := new.sent_at; return new; end $$`,
    "create trigger look_once before update on payment_attempts for each row execute function look_once()",
  ],
  /** A lookup doesn't lease its attempt. */
  lookupLease: [
    `create function forget_lease() returns trigger language plpgsql as
      $$ begin if new.asks > old.asks then new.ask_at := old.ask_at; end if; return new; end $$`,
    "create trigger forget_lease before update on payment_attempts for each row execute function forget_lease()",
  ],
  /** A lookup doesn't lease its refund. */
  refundLease: [
    `create function forget_refund_lease() returns trigger language plpgsql as
      $$ begin if new.asks > old.asks then new.ask_at := old.ask_at; end if; return new; end $$`,
    "create trigger forget_refund_lease before update on refunds for each row execute function forget_refund_lease()",
  ],
  /** A delivery doesn't lease its mail. */
  mailLease: [
    `create function forget_mail_lease() returns trigger language plpgsql as
      $$ begin if new.tries > old.tries then new.try_at := old.try_at; end if; return new; end $$`,
    "create trigger forget_mail_lease before update on outbox for each row execute function forget_mail_lease()",
  ],
  /** Each mail of a result looks like a separate one. */
  resultOnce: [
    `create function rename_result() returns trigger language plpgsql as
      $$ begin new.mail_id := new.mail_id || '-' || gen_random_uuid(); return new; end $$`,
    `create trigger rename_result before insert on outbox for each row
      when (new.kind = 'result') execute function rename_result()`,
  ],
  /** The chosen reading of a draw's dates isn't visible. */
  zoneChoiceOnce: [
    "alter table zone_choices drop constraint zone_choices_draw_id_draws_draw_id_fk",
    `create function hide_choice() returns trigger language plpgsql as
      $$ begin new.draw_id := gen_random_uuid()::text; return new; end $$`,
    "create trigger hide_choice before insert on zone_choices for each row execute function hide_choice()",
  ],
  /** A wallet token pays any number of orders of a draw, and verifies too. */
  walletToken: ["drop index payment_attempts_wallet_token"],
  /** A token verifies any number of payments, and each is refunded as often as asked. */
  verificationOnce: [
    "drop index payment_attempts_wallet_token",
    "drop index payment_attempts_verification_token",
    "drop index refunds_verification_once",
    "drop index refunds_one_open",
  ],
  /** A proposal to cancel a draw names another person than the one who made it. */
  proposer: [
    `create function forget_proposer() returns trigger language plpgsql as $$ begin
        new.proposed_by := (select person_id from persons where person_id <> new.proposed_by limit 1);
        return new;
      end $$`,
    "create trigger forget_proposer before insert on draw_cancellations for each row execute function forget_proposer()",
  ],
  /** Sales of a cancelled draw stay open. */
  cancelledSales: [
    "alter table draws drop constraint draws_cancelled",
    `create function forget_closing() returns trigger language plpgsql as
      $$ begin if new.cancelled_at is not null then new.closed_at := null; end if; return new; end $$`,
    "create trigger forget_closing before update on draws for each row execute function forget_closing()",
  ],
  /** A refunded order of a cancelled draw looks unrefunded. */
  cancelledRefund: [
    `create function forget_cause() returns trigger language plpgsql as
      $$ begin if new.cause = 'cancelled' then new.cause := 'requested'; end if; return new; end $$`,
    "create trigger forget_cause before insert on refunds for each row execute function forget_cause()",
    `create function forget_void() returns trigger language plpgsql as
      $$ begin new.voided_at := null; return new; end $$`,
    "create trigger forget_void before update on number_ranges for each row execute function forget_void()",
    `create function forget_refunded() returns trigger language plpgsql as
      $$ begin if new.status = 'refunded' then new.status := 'finalized'; end if; return new; end $$`,
    "create trigger forget_refunded before update on orders for each row execute function forget_refunded()",
  ],
  /** Each mail about a cancelled draw looks like a separate one, and its place isn't kept. */
  cancelledMail: [
    `create function rename_cancelled() returns trigger language plpgsql as
      $$ begin new.mail_id := new.mail_id || '-' || gen_random_uuid(); return new; end $$`,
    `create trigger rename_cancelled before insert on outbox for each row
      when (new.kind = 'cancelled') execute function rename_cancelled()`,
  ],
  /** A payment may have several open refunds. */
  oneRefund: ["drop index refunds_one_open"],
  /** An account whose money fits no order is charged again. */
  unfitAccount: [
    `create function forget_unfit() returns trigger language plpgsql as
      $$ begin new.unfit_at := null; new.unfit_reason := null; return new; end $$`,
    "create trigger forget_unfit before update on draw_secrets for each row execute function forget_unfit()",
  ],
  /** Every caller gets the turn to call the upstream platform. */
  feedTurn: [
    `create function forget_turn() returns trigger language plpgsql as
      $$ begin new.asked_until := '2000-01-01'; return new; end $$`,
    "create trigger forget_turn before insert or update on feed_draws for each row execute function forget_turn()",
  ],
  /** Payers aren't recorded. */
  tries: [
    "create function forget_try() returns trigger language plpgsql as $$ begin return null; end $$",
    "create trigger forget_try before insert on payment_tries for each row execute function forget_try()",
  ],
  /** A payer's wide network isn't recorded. */
  wideTries: [
    "create function forget_wide() returns trigger language plpgsql as $$ begin new.wide_key := null; return new; end $$",
    "create trigger forget_wide before insert on payment_tries for each row execute function forget_wide()",
  ],
  /** A used code looks unused. */
  codeOnce: [
    `create function forget_code() returns trigger language plpgsql as
      $$ begin new.code_used_at := null; return new; end $$`,
    "create trigger forget_code before update on devices for each row execute function forget_code()",
  ],
} as const;
