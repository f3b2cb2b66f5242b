-- What held a task is true of its source and target alone: nobody has to decide about it once the task copies elsewhere.
CREATE FUNCTION close_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE holds SET closed_at = now() WHERE task_id = NEW.id AND closed_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tasks_close_hold AFTER UPDATE OF
  source_ss_id, source_sheet_name, target_ss_id, target_sheet_name, start_row ON all_tasks
  FOR EACH ROW
  WHEN ((OLD.source_ss_id, OLD.source_sheet_name, OLD.target_ss_id, OLD.target_sheet_name, OLD.start_row)
    IS DISTINCT FROM (NEW.source_ss_id, NEW.source_sheet_name, NEW.target_ss_id, NEW.target_sheet_name, NEW.start_row))
  EXECUTE FUNCTION close_hold();
