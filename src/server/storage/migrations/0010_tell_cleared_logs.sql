-- A log that was emptied is told as 'log_cleared:<task id>'; one that only lost its oldest lines is not, nor is that of a
-- task that went with its log.
CREATE FUNCTION tell_cleared_logs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('nano_sync', 'log_cleared:' || emptied.task_id)
  FROM (SELECT DISTINCT task_id FROM gone) emptied
  JOIN tasks ON tasks.id = emptied.task_id
  WHERE NOT EXISTS (SELECT FROM task_logs WHERE task_logs.task_id = emptied.task_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER task_logs_tell_cleared AFTER DELETE ON task_logs
  REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION tell_cleared_logs();
