CREATE INDEX "runs_active" ON "runs" USING btree ("task_type_id") WHERE "runs"."status" in ('Running', 'Stopping') and "runs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "runs_failed" ON "runs" USING btree ("wave_id") WHERE "runs"."status" in ('Error', 'Stopped');--> statement-breakpoint
CREATE INDEX "tasks_own_limit" ON "tasks" USING btree ("task_type_id") WHERE "tasks"."max_concurrent_tasks" is not null;--> statement-breakpoint
-- The node that works on a run learns on the channel 'nano_sync_queue' that somebody else has changed it: a user stopped it, or
-- another node has resumed it. It clears the lease's owner itself when it ends the run or hands it back.
CREATE FUNCTION notify_of_interruption() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('nano_sync_queue', 'run:' || NEW.task_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER runs_notify_interruption AFTER UPDATE ON runs
  FOR EACH ROW WHEN (
    OLD.lease_owner IS NOT NULL AND NEW.lease_owner IS NOT NULL
    AND (OLD.status, OLD.attempt, OLD.lease_owner) IS DISTINCT FROM (NEW.status, NEW.attempt, NEW.lease_owner)
  )
  EXECUTE FUNCTION notify_of_interruption();
