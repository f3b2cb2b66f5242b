ALTER TABLE "runs" ADD COLUMN "due_time" text;--> statement-breakpoint
-- Earlier versions kept the time in the text alone. Only runs in progress can be late; the others need none.
UPDATE "runs" SET "due_time" = right("triggered_by", 5) WHERE "ended_at" IS NULL AND "origin" = 'schedule' AND "triggered_by" ~ ' \d\d:\d\d$';
