-- A run in progress carries its task's type and position, so that the first runs of a line are found by one index, however
-- long the line is. The database itself keeps them in step, so that no write can forget to.
CREATE FUNCTION place_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT task_type_id, position INTO NEW.task_type_id, NEW.position FROM tasks WHERE id = NEW.task_id;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION move_run_with_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE runs SET task_type_id = NEW.task_type_id, position = NEW.position WHERE task_id = NEW.id AND ended_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER runs_place BEFORE INSERT ON runs
  FOR EACH ROW WHEN (NEW.task_type_id IS NULL OR NEW.position IS NULL) EXECUTE FUNCTION place_run();
--> statement-breakpoint
CREATE TRIGGER tasks_move_run AFTER UPDATE OF task_type_id, position ON tasks
  FOR EACH ROW WHEN (OLD.task_type_id IS DISTINCT FROM NEW.task_type_id OR OLD.position IS DISTINCT FROM NEW.position)
  EXECUTE FUNCTION move_run_with_task();
--> statement-breakpoint
UPDATE runs SET task_type_id = tasks.task_type_id, position = tasks.position
  FROM tasks WHERE tasks.id = runs.task_id AND runs.ended_at IS NULL;
