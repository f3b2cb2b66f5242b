-- The previous release may not start on this: it copies all rows of a task that hands rows out into one target.
-- That is so while this finds a row: SELECT FROM all_tasks WHERE split_by <> ''
CREATE TABLE "hand_outs" (
	"task_id" integer PRIMARY KEY NOT NULL,
	"source" jsonb NOT NULL,
	"read_all_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "target_copies" (
	"task_id" integer NOT NULL,
	"value_key" text NOT NULL,
	"value" text NOT NULL,
	"target_ss_id" text NOT NULL,
	"place" text NOT NULL,
	"sheet_id" integer,
	"tab" text NOT NULL,
	"target_version" text,
	"left" jsonb NOT NULL,
	CONSTRAINT "target_copies_task_id_value_key_pk" PRIMARY KEY("task_id","value_key")
);
--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "split_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "targets" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "unmatched" text DEFAULT 'hold' NOT NULL;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "control_sums" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "delivery" jsonb;--> statement-breakpoint
ALTER TABLE "hand_outs" ADD CONSTRAINT "hand_outs_task_id_all_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."all_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "target_copies" ADD CONSTRAINT "target_copies_task_id_all_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."all_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "target_copies_target" ON "target_copies" USING btree ("target_ss_id");--> statement-breakpoint
CREATE INDEX "tasks_split" ON "all_tasks" USING btree ("id") WHERE "all_tasks"."split_by" <> '';--> statement-breakpoint
-- A target that gets all rows says nothing about targets that get some of them.
CREATE TRIGGER tasks_forget_split BEFORE UPDATE OF split_by ON all_tasks
  FOR EACH ROW WHEN (OLD.split_by IS DISTINCT FROM NEW.split_by)
  EXECUTE FUNCTION forget_last_copy();
--> statement-breakpoint
CREATE TRIGGER tasks_close_hold_of_split AFTER UPDATE OF split_by ON all_tasks
  FOR EACH ROW WHEN (OLD.split_by IS DISTINCT FROM NEW.split_by)
  EXECUTE FUNCTION close_hold();
