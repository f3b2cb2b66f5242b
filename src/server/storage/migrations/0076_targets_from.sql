-- The previous release may not start on this: it does not read the sheet that lists the targets of a task.
-- That is so while this finds a row: SELECT FROM all_tasks WHERE targets_from IS NOT NULL
ALTER TABLE "all_tasks" ADD COLUMN "targets_from" jsonb;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "target_places" jsonb;