-- The previous release may not start on this: it ignores the mode of a task, and would overwrite targets that rows are appended to or updated in.
-- That is so while this finds a row: SELECT FROM all_tasks WHERE mode <> 'mirror'
CREATE TABLE "appends" (
	"run_id" integer PRIMARY KEY NOT NULL,
	"task_id" integer NOT NULL,
	"target_ss_id" text NOT NULL,
	"sheet_id" integer,
	"first_row" integer NOT NULL,
	"first_column" integer NOT NULL,
	"writes_header" boolean NOT NULL,
	"row_count" integer NOT NULL,
	"time" double precision NOT NULL,
	"state" text DEFAULT 'begun' NOT NULL,
	"taken_back_by" integer
);
--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "mode" text DEFAULT 'mirror' NOT NULL;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "time_column" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "appends" ADD CONSTRAINT "appends_task_id_all_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."all_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appends_task" ON "appends" USING btree ("task_id","run_id");--> statement-breakpoint
CREATE INDEX "appends_begun" ON "appends" USING btree ("task_id") WHERE "appends"."state" = 'begun' and "appends"."taken_back_by" is null;--> statement-breakpoint
-- What one mode leaves in the target says nothing about what another one may overwrite.
CREATE TRIGGER tasks_forget_mode BEFORE UPDATE OF mode ON all_tasks
  FOR EACH ROW WHEN (OLD.mode IS DISTINCT FROM NEW.mode)
  EXECUTE FUNCTION forget_last_copy();
