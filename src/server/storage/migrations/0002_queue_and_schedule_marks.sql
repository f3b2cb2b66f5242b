CREATE TABLE "schedule_marks" (
	"time" text PRIMARY KEY NOT NULL,
	"done_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "scope" text DEFAULT 'task' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "runs_one_in_progress" ON "runs" USING btree ("task_id") WHERE "runs"."ended_at" is null;