import { editData } from "./edit-data";

/**
 * Makes the data older, because a test can't move the database's clock. The sealed audit log, draws and devices keep
 * their times.
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
