ALTER TABLE "runs" ADD COLUMN "writes_land_by" timestamp with time zone;
--> statement-breakpoint
-- Ignored: the heartbeat of the node that works on the run, and what only repeats the task's row.
DROP TRIGGER runs_notify_update ON runs;
--> statement-breakpoint
CREATE TRIGGER runs_notify_update AFTER UPDATE ON runs
  FOR EACH ROW WHEN (has_changed(OLD, NEW, '{lease_until, writes_land_by, task_type_id, position}'))
  EXECUTE FUNCTION notify_of_task('run');
