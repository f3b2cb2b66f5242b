-- What the last copy left in the target is true of that target alone: a task that copies from or to another place starts
-- without it, or its next run would clear cells that were never its own.
CREATE FUNCTION forget_last_copy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.last_rows := NULL;
  NEW.last_width := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER tasks_forget_last_copy BEFORE UPDATE OF
  source_ss_id, source_sheet_name, target_ss_id, target_sheet_name, start_row ON tasks
  FOR EACH ROW
  WHEN ((OLD.source_ss_id, OLD.source_sheet_name, OLD.target_ss_id, OLD.target_sheet_name, OLD.start_row)
    IS DISTINCT FROM (NEW.source_ss_id, NEW.source_sheet_name, NEW.target_ss_id, NEW.target_sheet_name, NEW.start_row))
  EXECUTE FUNCTION forget_last_copy();
