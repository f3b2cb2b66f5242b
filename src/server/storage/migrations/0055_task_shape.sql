-- The previous release may not start on this: it ignores the shape of a task, and would write other cells.
-- That is so while this finds a row: SELECT FROM all_tasks WHERE columns <> '' OR rows <> '' OR target_cell <> '' OR header IS NOT NULL
ALTER TABLE "all_tasks" ADD COLUMN "columns" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "rows" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "target_cell" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "header" boolean;