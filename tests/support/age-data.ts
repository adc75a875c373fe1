import { editData } from "./edit-data";

/**
 * Lets time pass for the data of a server that is not running: every instant in it moves back, but for the audit log's, which is sealed. The clock of the orders is
 * the database's, which a test cannot turn; moved back, its rows look as they will look so many minutes later.
 */
export function ageData(dataDir: string, minutes: number): Promise<void> {
  return editData(dataDir, [
    `do $$
      declare found record;
      begin
        for found in select table_name as t, column_name as c from information_schema.columns
          where table_schema = 'public' and data_type like 'timestamp%' and table_name not in ('draws', 'audit_entries')
        loop
          execute format('update %I set %I = %I - interval ''${minutes} minutes''', found.t, found.c, found.c);
        end loop;
      end $$`,
  ]);
}
