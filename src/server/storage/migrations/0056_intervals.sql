ALTER TABLE "all_task_types" ADD COLUMN "every_minutes" integer;--> statement-breakpoint
ALTER TABLE "all_task_types" ADD COLUMN "every_minutes_between" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "every_minutes" integer;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "every_minutes_between" text DEFAULT '' NOT NULL;