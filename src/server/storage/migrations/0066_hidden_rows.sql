-- The previous release may not start on this: it would also copy the hidden rows that a task leaves out.
-- That is so while this finds a row: SELECT FROM all_tasks WHERE hidden_rows <> 'copy'
ALTER TABLE "all_tasks" ADD COLUMN "hidden_rows" text DEFAULT 'copy' NOT NULL;