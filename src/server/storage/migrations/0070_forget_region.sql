-- How far the last copy reached is true of its region alone. Another one begins without it, or a run would take cells of
-- other people above and left of the earlier region for its own.
CREATE TRIGGER tasks_forget_region BEFORE UPDATE OF target_cell, header ON all_tasks
  FOR EACH ROW WHEN ((OLD.target_cell, OLD.header) IS DISTINCT FROM (NEW.target_cell, NEW.header))
  EXECUTE FUNCTION forget_last_copy();
--> statement-breakpoint
-- Nobody accepted what a run would overwrite in another region, or in another mode.
CREATE TRIGGER tasks_close_hold_of_region AFTER UPDATE OF target_cell, header, mode ON all_tasks
  FOR EACH ROW WHEN ((OLD.target_cell, OLD.header, OLD.mode) IS DISTINCT FROM (NEW.target_cell, NEW.header, NEW.mode))
  EXECUTE FUNCTION close_hold();
