-- Without statistics, PostgreSQL expects one row of 200 to have no deletion, and scans all tasks for each run. It expects half
-- of the rows to meet a CASE. A new database has no statistics, nor has one into which many tasks were just imported.
CREATE OR REPLACE VIEW "task_types" AS SELECT * FROM "all_task_types" WHERE CASE WHEN "deletion_id" IS NULL THEN true ELSE false END;--> statement-breakpoint
CREATE OR REPLACE VIEW "tasks" AS SELECT * FROM "all_tasks" WHERE CASE WHEN "deletion_id" IS NULL THEN true ELSE false END;
