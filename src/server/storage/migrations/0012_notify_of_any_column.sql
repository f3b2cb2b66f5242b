-- Open pages, waiting workers and the scheduler learn of changes on the channel 'nano_sync'. Payloads: 'run:<task id>',
-- 'log:<task id>', 'log_cleared:<task id>', or the name of a list that changed.
--
-- A trigger notifies of every column except those listed as ignored, so a column added later notifies without a change here.
CREATE FUNCTION has_changed(old_row anyelement, new_row anyelement, ignored text[]) RETURNS boolean STABLE LANGUAGE sql AS $$
  SELECT to_jsonb(old_row) - ignored IS DISTINCT FROM to_jsonb(new_row) - ignored
$$;
--> statement-breakpoint
ALTER FUNCTION tell_task_change() RENAME TO notify_of_task;
--> statement-breakpoint
ALTER FUNCTION tell_list_change() RENAME TO notify_of_list;
--> statement-breakpoint
ALTER FUNCTION tell_cleared_logs() RENAME TO notify_of_cleared_logs;
--> statement-breakpoint
ALTER TRIGGER task_logs_tell ON task_logs RENAME TO task_logs_notify_insert;
--> statement-breakpoint
ALTER TRIGGER task_logs_tell_cleared ON task_logs RENAME TO task_logs_notify_cleared;
--> statement-breakpoint
DROP TRIGGER runs_tell ON runs;
--> statement-breakpoint
DROP TRIGGER tasks_tell ON tasks;
--> statement-breakpoint
DROP TRIGGER task_types_tell ON task_types;
--> statement-breakpoint
DROP TRIGGER run_all_times_tell ON run_all_times;
--> statement-breakpoint
DROP TRIGGER csv_jobs_tell ON csv_jobs;
--> statement-breakpoint
CREATE TRIGGER runs_notify_insert AFTER INSERT ON runs
  FOR EACH ROW EXECUTE FUNCTION notify_of_task('run');
--> statement-breakpoint
-- Ignored: the heartbeat of the node that works on the run, and what only repeats the task's row.
CREATE TRIGGER runs_notify_update AFTER UPDATE ON runs
  FOR EACH ROW WHEN (has_changed(OLD, NEW, '{lease_until, task_type_id, position}'))
  EXECUTE FUNCTION notify_of_task('run');
--> statement-breakpoint
CREATE TRIGGER tasks_notify_insert_delete AFTER INSERT OR DELETE ON tasks
  FOR EACH STATEMENT EXECUTE FUNCTION notify_of_list('tasks');
--> statement-breakpoint
-- Ignored: what every run writes. Pages learn it from the run itself, without reloading their list.
CREATE TRIGGER tasks_notify_update AFTER UPDATE ON tasks
  FOR EACH ROW WHEN (has_changed(OLD, NEW, '{current_run_id, last_success_at, last_rows, last_width, data_copy_id}'))
  EXECUTE FUNCTION notify_of_list('tasks');
--> statement-breakpoint
CREATE TRIGGER task_types_notify_insert_delete AFTER INSERT OR DELETE ON task_types
  FOR EACH STATEMENT EXECUTE FUNCTION notify_of_list('task_types');
--> statement-breakpoint
-- Ignored: what every attempt writes.
CREATE TRIGGER task_types_notify_update AFTER UPDATE ON task_types
  FOR EACH ROW WHEN (has_changed(OLD, NEW, '{last_start_at}'))
  EXECUTE FUNCTION notify_of_list('task_types');
--> statement-breakpoint
CREATE TRIGGER run_all_times_notify AFTER INSERT OR UPDATE OR DELETE ON run_all_times
  FOR EACH STATEMENT EXECUTE FUNCTION notify_of_list('schedules');
--> statement-breakpoint
CREATE TRIGGER csv_jobs_notify AFTER INSERT OR UPDATE OR DELETE ON csv_jobs
  FOR EACH STATEMENT EXECUTE FUNCTION notify_of_list('csv_jobs');
