ALTER TABLE "all_tasks" ADD COLUMN "columns" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "rows" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "target_cell" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "header" boolean;