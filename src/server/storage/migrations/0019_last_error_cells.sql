ALTER TABLE "tasks" ADD COLUMN "last_error_cells" integer;--> statement-breakpoint
-- How many errors the last copy found is true of that source alone.
CREATE OR REPLACE FUNCTION forget_last_copy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.last_rows := NULL;
  NEW.last_width := NULL;
  NEW.last_error_cells := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER tasks_notify_update ON tasks;
--> statement-breakpoint
-- Ignored: what every run writes. Pages learn it from the run itself, without reloading their list.
CREATE TRIGGER tasks_notify_update AFTER UPDATE ON tasks
  FOR EACH ROW WHEN (has_changed(OLD, NEW,
    '{current_run_id, last_success_at, last_rows, last_width, last_error_cells, data_copy_id}'))
  EXECUTE FUNCTION notify_of_list('tasks');
