-- A title belongs to one spreadsheet: a task that is pointed at another one starts without it.
CREATE FUNCTION forget_titles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.source_ss_id <> OLD.source_ss_id THEN NEW.source_ss_name := NULL; END IF;
  IF NEW.target_ss_id <> OLD.target_ss_id THEN NEW.target_ss_name := NULL; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER tasks_forget_titles BEFORE UPDATE OF source_ss_id, target_ss_id ON tasks
  FOR EACH ROW EXECUTE FUNCTION forget_titles();
