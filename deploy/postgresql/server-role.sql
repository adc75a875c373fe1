-- What the server's role may do: read and write rows, and change no table. Run this in the database as the role that
-- owns the tables, whose later migrations it covers too; it can be run again (docs/operations.md, Two roles).
create schema if not exists drizzle;
grant usage on schema public, drizzle to tirage_server;
grant select, insert, update, delete on all tables in schema public to tirage_server;
grant select on all tables in schema drizzle to tirage_server;
alter default privileges in schema public grant select, insert, update, delete on tables to tirage_server;
alter default privileges in schema drizzle grant select on tables to tirage_server;
