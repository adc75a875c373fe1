/** SQL that takes one guard out of a test's database, for negative controls: the test must fail without its guard. */
export const sabotage = {
  /** Nothing stops a pool from being oversold. */
  capacity: ["alter table pools drop constraint pools_capacity"],
  /** An order that is being paid does not look so, and may have several open and approved attempts. */
  oneAttempt: [
    "drop index payment_attempts_one_open",
    "drop index payment_attempts_one_approved",
    `create function forget_paying() returns trigger language plpgsql as
      $$ begin if new.status = 'paying' then new.status := 'reserved'; end if; return new; end $$`,
    "create trigger forget_paying before update on orders for each row execute function forget_paying()",
  ],
  /** An order that is being paid by card looks free to whoever takes cash, and may be approved twice. */
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
  /** An order that is sold looks as if it were not, and may be paid in cash again and again. */
  cashOnce: [
    "drop index payment_attempts_one_approved",
    "drop index payment_attempts_token",
    "drop index number_ranges_line",
    "alter table pools drop constraint pools_not_negative",
    `create function forget_sale() returns trigger language plpgsql as
      $$ begin if new.status = 'finalized' then new.status := 'reserved'; end if; return new; end $$`,
    "create trigger forget_sale before update on orders for each row execute function forget_sale()",
  ],
  /** Nobody remembers that an original of a receipt was given. */
  receiptOriginal: [
    `create function forget_original() returns trigger language plpgsql as
      $$ begin return null; end $$`,
    `create trigger forget_original before insert on audit_entries for each row
      when (new.action = 'receipt-printed') execute function forget_original()`,
  ],
  /** Nobody knows in whose drawer the cash of an order is. */
  cashTaker: [
    `create function forget_drawer() returns trigger language plpgsql as
      $$ begin new.device_id := null; return new; end $$`,
    `create trigger forget_drawer before insert on payment_attempts for each row
      when (new.method = 'cash') execute function forget_drawer()`,
  ],
  /** Nobody's share of the unpaid tickets is bounded. */
  ticketShares: ["alter table ticket_shares drop constraint ticket_shares_allowance"],
  /** Two calls of one client at once take the same of its few holds. */
  holdSlot: ["drop index orders_hold_slot"],
  /** An attempt does not tell which call opened it. */
  openedBy: [
    `create function forget_opener() returns trigger language plpgsql as
      $$ begin new.opened_by := null; return new; end $$`,
    "create trigger forget_opener before insert on payment_attempts for each row execute function forget_opener()",
  ],
  /** The first look that finds nothing counts as the second. */
  secondLookup: [
    `create function look_once() returns trigger language plpgsql as
      $$ begin new.missed_at := new.sent_at; return new; end $$`,
    "create trigger look_once before update on payment_attempts for each row execute function look_once()",
  ],
  /** An attempt that somebody asks for is due for everybody else. */
  askLease: [
    `create function forget_lease() returns trigger language plpgsql as
      $$ begin if new.asks > old.asks then new.ask_at := old.ask_at; end if; return new; end $$`,
    "create trigger forget_lease before update on payment_attempts for each row execute function forget_lease()",
  ],
  /** A refund that somebody asks for is due for everybody else. */
  refundLease: [
    `create function forget_refund_lease() returns trigger language plpgsql as
      $$ begin if new.asks > old.asks then new.ask_at := old.ask_at; end if; return new; end $$`,
    "create trigger forget_refund_lease before update on refunds for each row execute function forget_refund_lease()",
  ],
  /** A mail that somebody sends is due for everybody else. */
  mailLease: [
    `create function forget_mail_lease() returns trigger language plpgsql as
      $$ begin if new.tries > old.tries then new.try_at := old.try_at; end if; return new; end $$`,
    "create trigger forget_mail_lease before update on outbox for each row execute function forget_mail_lease()",
  ],
  /** Each mail of a result looks like one of its own. */
  resultOnce: [
    `create function rename_result() returns trigger language plpgsql as
      $$ begin new.mail_id := new.mail_id || '-' || gen_random_uuid(); return new; end $$`,
    `create trigger rename_result before insert on outbox for each row
      when (new.kind = 'result') execute function rename_result()`,
  ],
  /** Nobody sees which reading of a draw's dates was chosen. */
  zoneChoiceOnce: [
    "alter table zone_choices drop constraint zone_choices_draw_id_draws_draw_id_fk",
    `create function hide_choice() returns trigger language plpgsql as
      $$ begin new.draw_id := gen_random_uuid()::text; return new; end $$`,
    "create trigger hide_choice before insert on zone_choices for each row execute function hide_choice()",
  ],
  /** A wallet's token pays any number of orders of a draw, and verifies beside. */
  walletToken: ["drop index payment_attempts_wallet_token"],
  /** A token verifies under any number of payments, and each of them goes back as often as it is asked for. */
  verificationOnce: [
    "drop index payment_attempts_wallet_token",
    "drop index payment_attempts_verification_token",
    "drop index refunds_verification_once",
    "drop index refunds_one_open",
  ],
  /** Several refunds of one payment may be under way. */
  oneRefund: ["drop index refunds_one_open"],
  /** An account whose money fits no order is charged again. */
  unfitAccount: [
    `create function forget_unfit() returns trigger language plpgsql as
      $$ begin new.unfit_at := null; new.unfit_reason := null; return new; end $$`,
    "create trigger forget_unfit before update on draw_secrets for each row execute function forget_unfit()",
  ],
  /** A turn to ask the upstream platform looks like any other, and is free to whoever comes. */
  feedTurn: [
    `create function forget_turn() returns trigger language plpgsql as
      $$ begin new.asked_until := '2000-01-01'; return new; end $$`,
    "create trigger forget_turn before insert or update on feed_draws for each row execute function forget_turn()",
  ],
  /** Nobody notes who pays. */
  tries: [
    "create function forget_try() returns trigger language plpgsql as $$ begin return null; end $$",
    "create trigger forget_try before insert on payment_tries for each row execute function forget_try()",
  ],
  /** It is forgotten of which wide network a payer was. */
  wideTries: [
    "create function forget_wide() returns trigger language plpgsql as $$ begin new.wide_key := null; return new; end $$",
    "create trigger forget_wide before insert on payment_tries for each row execute function forget_wide()",
  ],
  /** A code that was used up does not look so. */
  codeOnce: [
    `create function forget_code() returns trigger language plpgsql as
      $$ begin new.code_used_at := null; return new; end $$`,
    "create trigger forget_code before update on devices for each row execute function forget_code()",
  ],
} as const;
