-- Without a name, the tab of the last copy stands for the first one. Who names a tab instead starts over: when the name is
-- cleared again, the first tab is meant, whatever it is by then.
CREATE FUNCTION forget_first_tabs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.source_sheet_name = '' AND NEW.source_sheet_name <> '' THEN
    UPDATE copy_baselines SET place = jsonb_set(place::jsonb, '{1}', 'null')::text
      WHERE task_id = NEW.id AND place::jsonb ->> 1 = '';
  END IF;
  IF OLD.target_sheet_name = '' AND NEW.target_sheet_name <> '' THEN
    UPDATE copy_baselines SET place = jsonb_set(place::jsonb, '{3}', 'null')::text
      WHERE task_id = NEW.id AND place::jsonb ->> 3 = '';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tasks_forget_first_tabs AFTER UPDATE OF source_sheet_name, target_sheet_name ON all_tasks
  FOR EACH ROW
  WHEN (OLD.source_sheet_name = '' AND NEW.source_sheet_name <> '' OR OLD.target_sheet_name = '' AND NEW.target_sheet_name <> '')
  EXECUTE FUNCTION forget_first_tabs();
