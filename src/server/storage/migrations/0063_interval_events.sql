ALTER TABLE "schedule_events" ADD COLUMN "every_minutes" integer;--> statement-breakpoint
ALTER TABLE "schedule_events" ADD COLUMN "times" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "runs_queued" ON "runs" USING btree ("task_type_id","queued_at") WHERE "runs"."ended_at" is null;