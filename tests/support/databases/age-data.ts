import { editData } from "./edit-data";

/**
 * Lets time pass for the data of a server that is not running: every instant of its orders moves back. The audit log is
 * sealed and stays, and so do draws and devices, whose instants it repeats. The clock of the orders is the database's,
 * which a test cannot turn; moved back, its rows look as they will look so many minutes later.
 */
export function ageData(dataDir: string, minutes: number): Promise<void> {
  return editData(dataDir, [
    `do $$
      declare found record;
      begin
        for found in select table_name as t, column_name as c from information_schema.columns
          where table_schema = 'public' and data_type like 'timestamp%'
            and table_name not in ('draws', 'draw_secrets', 'devices', 'audit_entries')
        loop
          execute format('update %I set %I = %I - interval ''${minutes} minutes''', found.t, found.c, found.c);
        end loop;
      end $$`,
  ]);
}
