ALTER TABLE "change_sets" ADD COLUMN "key_columns" jsonb;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "key_columns" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "missing_rows" text DEFAULT 'keep' NOT NULL;