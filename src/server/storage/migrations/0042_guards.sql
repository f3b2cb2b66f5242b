CREATE TABLE "copy_baselines" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "copy_baselines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"task_id" integer NOT NULL,
	"run_id" integer NOT NULL,
	"place" text NOT NULL,
	"baseline" jsonb NOT NULL,
	"measures" jsonb NOT NULL,
	"was_accepted" boolean DEFAULT false NOT NULL,
	"was_undone" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "holds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"task_id" integer NOT NULL,
	"rules" jsonb NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"accepted_by" text,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "all_task_types" ADD COLUMN "on_column_change" text DEFAULT 'hold' NOT NULL;--> statement-breakpoint
ALTER TABLE "all_task_types" ADD COLUMN "hold_loss_percent" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "expect_filled" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "expect_unique" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "last_filled_row" integer;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "hold_id" integer;--> statement-breakpoint
ALTER TABLE "copy_baselines" ADD CONSTRAINT "copy_baselines_task_id_all_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."all_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holds" ADD CONSTRAINT "holds_task_id_all_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."all_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "copy_baselines_task" ON "copy_baselines" USING btree ("task_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "holds_one_open" ON "holds" USING btree ("task_id") WHERE "holds"."closed_at" is null;--> statement-breakpoint
-- How far the last copy reached is true of that target alone.
CREATE OR REPLACE FUNCTION forget_last_copy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.last_rows := NULL;
  NEW.last_width := NULL;
  NEW.last_filled_row := NULL;
  NEW.last_error_cells := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER tasks_notify_update ON all_tasks;
--> statement-breakpoint
CREATE TRIGGER tasks_notify_update AFTER UPDATE ON all_tasks
  FOR EACH ROW WHEN ((OLD.deletion_id IS NULL OR NEW.deletion_id IS NULL) AND has_changed(OLD, NEW,
    '{current_run_id, last_success_at, last_rows, last_width, last_filled_row, last_error_cells, data_copy_id}'))
  EXECUTE FUNCTION notify_of_task_row();