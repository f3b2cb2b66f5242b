ALTER TABLE "all_task_types" ADD COLUMN "fresh_by" text;--> statement-breakpoint
ALTER TABLE "all_task_types" ADD COLUMN "fresh_within_minutes" integer;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "fresh_by" text;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "fresh_within_minutes" integer;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "seen_equal_at" timestamp with time zone;--> statement-breakpoint
-- A success has seen the target equal. Warnings that have too are not known apart.
UPDATE "all_tasks" SET "seen_equal_at" = "last_success_at" WHERE "last_success_at" IS NOT NULL;--> statement-breakpoint
-- Who hears of late tasks hears of late targets.
UPDATE "alert_channels" SET "kinds" = "kinds" || '["not_fresh"]' WHERE "kinds" @> '["late"]';
