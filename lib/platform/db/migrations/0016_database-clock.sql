-- The clock by which sales close, whatever a process believes; only tests with a clock of their own replace it.
CREATE FUNCTION "database_now"() RETURNS timestamp with time zone LANGUAGE sql VOLATILE AS $$ SELECT clock_timestamp() $$;
