-- Every change that an open page, a waiting worker or a stop must hear of is told on one channel, by the database itself,
-- so that no write can forget to tell it. Payloads: 'run:<task id>', 'log:<task id>', or the name of a list that changed.
CREATE FUNCTION tell_task_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('nano_sync', TG_ARGV[0] || ':' || NEW.task_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION tell_list_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('nano_sync', TG_ARGV[0]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER runs_tell AFTER INSERT OR UPDATE OF
  status, attempt, next_attempt_at, stop_requested_at, ended_at, lease_owner, waiting_until, rows_done, rows_total ON runs
  FOR EACH ROW EXECUTE FUNCTION tell_task_change('run');
--> statement-breakpoint
CREATE TRIGGER task_logs_tell AFTER INSERT ON task_logs
  FOR EACH ROW EXECUTE FUNCTION tell_task_change('log');
--> statement-breakpoint
CREATE TRIGGER tasks_tell AFTER INSERT OR DELETE OR UPDATE OF
  task_type_id, name, source_ss_id, source_ss_name, target_ss_id, target_ss_name, source_sheet_name, target_sheet_name,
  scheduled_times, relevant_user_accounts, chunk_size, start_row, position, max_concurrent_tasks, is_active ON tasks
  FOR EACH STATEMENT EXECUTE FUNCTION tell_list_change('tasks');
--> statement-breakpoint
CREATE TRIGGER task_types_tell AFTER INSERT OR DELETE OR UPDATE OF
  name, allowed_concurrent_tasks, depends_on_id, queue_delay_seconds, max_retries, retry_delay_seconds, chunk_size, position ON task_types
  FOR EACH STATEMENT EXECUTE FUNCTION tell_list_change('task_types');
--> statement-breakpoint
CREATE TRIGGER run_all_times_tell AFTER INSERT OR DELETE ON run_all_times
  FOR EACH STATEMENT EXECUTE FUNCTION tell_list_change('schedules');
--> statement-breakpoint
CREATE TRIGGER csv_jobs_tell AFTER INSERT OR UPDATE ON csv_jobs
  FOR EACH STATEMENT EXECUTE FUNCTION tell_list_change('csv_jobs');
