ALTER TABLE "all_tasks" ADD COLUMN "last_use" jsonb;--> statement-breakpoint
UPDATE "all_tasks" SET "last_use" = json_build_object(
  'accounts', last.attempt #> '{figures,accounts}',
  'workMs', greatest(0, round(1000 * extract(epoch FROM (last.attempt ->> 'recordedAt')::timestamptz - (last.attempt ->> 'startedAt')::timestamptz))
    - (last.attempt #>> '{figures,activities,quota}')::float8))
FROM (
  SELECT DISTINCT ON ("task_id") "task_id", "attempts" -> -1 AS attempt FROM "runs"
  WHERE "status" IN ('Success', 'Warning') AND NOT "is_held" AND "restore" IS NULL ORDER BY "task_id", "id" DESC
) last
WHERE last.task_id = "all_tasks"."id" AND last.attempt IS NOT NULL;--> statement-breakpoint
CREATE INDEX "runs_in_need" ON "runs" USING btree ("id") WHERE "runs"."status" in ('Error', 'Warning');
