CREATE INDEX "task_logs_run" ON "task_logs" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "tasks_data_copy" ON "tasks" USING btree ("data_copy_id");