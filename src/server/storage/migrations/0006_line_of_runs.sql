ALTER TABLE "runs" ADD COLUMN "task_type_id" integer;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "position" integer;--> statement-breakpoint
CREATE INDEX "runs_line" ON "runs" USING btree ("task_type_id","status","position") WHERE "runs"."ended_at" is null;