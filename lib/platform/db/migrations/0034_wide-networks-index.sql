-- no-transaction
create index concurrently if not exists "payment_tries_of_wide" on "payment_tries" using btree ("wide_key","sent_at") where "payment_tries"."wide_key" is not null;
