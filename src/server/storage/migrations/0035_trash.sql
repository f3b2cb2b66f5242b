CREATE TABLE "deletions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deletions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_by" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "deletions_at" ON "deletions" USING btree ("deleted_at");--> statement-breakpoint
ALTER TABLE "task_types" RENAME TO "all_task_types";--> statement-breakpoint
ALTER TABLE "tasks" RENAME TO "all_tasks";--> statement-breakpoint
ALTER TABLE "all_task_types" ADD COLUMN "deletion_id" integer;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "deletion_id" integer;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "trash_order" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "all_task_types" ADD CONSTRAINT "all_task_types_deletion_id_deletions_id_fk" FOREIGN KEY ("deletion_id") REFERENCES "public"."deletions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD CONSTRAINT "all_tasks_deletion_id_deletions_id_fk" FOREIGN KEY ("deletion_id") REFERENCES "public"."deletions"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
-- What is in the trash takes no name and no pair of spreadsheets.
ALTER TABLE "all_task_types" DROP CONSTRAINT "task_types_name_unique";--> statement-breakpoint
ALTER TABLE "all_tasks" DROP CONSTRAINT "tasks_name_in_type_unique";--> statement-breakpoint
ALTER TABLE "all_tasks" DROP CONSTRAINT "tasks_source_target_unique";--> statement-breakpoint
CREATE UNIQUE INDEX "task_types_name_unique" ON "all_task_types" USING btree ("name") WHERE "all_task_types"."deletion_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_name_in_type_unique" ON "all_tasks" USING btree ("task_type_id","name") WHERE "all_tasks"."deletion_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_source_target_unique" ON "all_tasks" USING btree ("source_ss_id","target_ss_id") WHERE "all_tasks"."deletion_id" is null;--> statement-breakpoint
CREATE INDEX "task_types_deletion" ON "all_task_types" USING btree ("deletion_id") WHERE "all_task_types"."deletion_id" is not null;--> statement-breakpoint
CREATE INDEX "tasks_deletion" ON "all_tasks" USING btree ("deletion_id") WHERE "all_tasks"."deletion_id" is not null;--> statement-breakpoint
-- Every statement that names a task or a type, of this version and the one before, sees and changes only those that are
-- not in the trash. A migration that adds a column to one of the tables creates its view again: see migrate.ts.
CREATE VIEW "task_types" AS SELECT * FROM "all_task_types" WHERE "deletion_id" IS NULL;--> statement-breakpoint
CREATE VIEW "tasks" AS SELECT * FROM "all_tasks" WHERE "deletion_id" IS NULL;--> statement-breakpoint
-- The previous version reserves ids with pg_get_serial_sequence('tasks', 'id'), which knows no identity of a view.
CREATE SEQUENCE "task_ids_of_earlier_version" AS integer START 1500000000 OWNED BY "tasks"."id";--> statement-breakpoint
DROP TRIGGER tasks_notify_insert_delete ON all_tasks;
--> statement-breakpoint
CREATE TRIGGER tasks_notify_insert AFTER INSERT ON all_tasks
  FOR EACH ROW EXECUTE FUNCTION notify_of_task_row();
--> statement-breakpoint
CREATE TRIGGER tasks_notify_delete AFTER DELETE ON all_tasks
  FOR EACH ROW WHEN (OLD.deletion_id IS NULL) EXECUTE FUNCTION notify_of_task_row();
--> statement-breakpoint
DROP TRIGGER tasks_notify_update ON all_tasks;
--> statement-breakpoint
-- Ignored: what every run writes, which pages learn from the run itself, and what changes within the trash.
CREATE TRIGGER tasks_notify_update AFTER UPDATE ON all_tasks
  FOR EACH ROW WHEN ((OLD.deletion_id IS NULL OR NEW.deletion_id IS NULL) AND has_changed(OLD, NEW,
    '{current_run_id, last_success_at, last_rows, last_width, last_error_cells, data_copy_id}'))
  EXECUTE FUNCTION notify_of_task_row();
--> statement-breakpoint
-- Foreign keys are named after the table that they refer to.
DO $$
DECLARE
  key record;
BEGIN
  FOR key IN
    SELECT conrelid::regclass AS owner, conname AS name FROM pg_constraint
    WHERE contype = 'f' AND conname NOT LIKE 'all\_%'
      AND (confrelid IN ('all_tasks'::regclass, 'all_task_types'::regclass)
        OR conrelid IN ('all_tasks'::regclass, 'all_task_types'::regclass))
  LOOP
    EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', key.owner, key.name,
      regexp_replace(key.name, '(^|_)(tasks|task_types)_', '\1all_\2_', 'g'));
  END LOOP;
END $$;
