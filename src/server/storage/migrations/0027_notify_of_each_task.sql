-- Open pages learn which tasks were added, changed or deleted, as 'task:<id>', to read only those. The scheduler, and nodes
-- of the previous version, go on with 'tasks', of which the database sends one for each transaction.
CREATE FUNCTION notify_of_task_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('nano_sync', 'tasks');
  PERFORM pg_notify('nano_sync', 'task:' || CASE TG_OP WHEN 'DELETE' THEN OLD.id ELSE NEW.id END);
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER tasks_notify_insert_delete ON tasks;
--> statement-breakpoint
CREATE TRIGGER tasks_notify_insert_delete AFTER INSERT OR DELETE ON tasks
  FOR EACH ROW EXECUTE FUNCTION notify_of_task_row();
--> statement-breakpoint
DROP TRIGGER tasks_notify_update ON tasks;
--> statement-breakpoint
-- Ignored: what every run writes. Pages learn it from the run itself.
CREATE TRIGGER tasks_notify_update AFTER UPDATE ON tasks
  FOR EACH ROW WHEN (has_changed(OLD, NEW,
    '{current_run_id, last_success_at, last_rows, last_width, last_error_cells, data_copy_id}'))
  EXECUTE FUNCTION notify_of_task_row();
