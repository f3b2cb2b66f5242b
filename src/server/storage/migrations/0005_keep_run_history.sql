ALTER TABLE "task_logs" DROP CONSTRAINT "task_logs_run_id_runs_id_fk";
--> statement-breakpoint
ALTER TABLE "task_logs" ADD CONSTRAINT "task_logs_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "runs_ended" ON "runs" USING btree ("ended_at");