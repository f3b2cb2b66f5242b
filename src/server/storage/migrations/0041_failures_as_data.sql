ALTER TABLE "alert_incidents" ADD COLUMN "failure" jsonb;--> statement-breakpoint
ALTER TABLE "alert_incidents" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "task_previews" ADD COLUMN "failure" jsonb;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "access_failure" jsonb;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "failure" jsonb;--> statement-breakpoint
-- What is known of earlier failures is their text. Incidents with the same text stay together.
UPDATE "alert_incidents" SET "failure" = jsonb_build_object('cause', 'unknown', 'reason', "message"), "problem" = 'unknown ' || "message";--> statement-breakpoint
UPDATE "all_tasks" SET "access_failure" = jsonb_build_object('cause', 'unknown', 'reason', "access_problem") WHERE "access_problem" IS NOT NULL;--> statement-breakpoint
UPDATE "task_previews" SET "failure" = jsonb_strip_nulls(jsonb_build_object('cause', 'unknown', 'reason', "error", 'action', "cure")) WHERE "error" IS NOT NULL;--> statement-breakpoint
UPDATE "runs" SET "failure" = jsonb_build_object('cause', 'unknown', 'reason', coalesce("attempts" -> -1 ->> 'error', ''), 'action', "cure") WHERE "cure" IS NOT NULL;
