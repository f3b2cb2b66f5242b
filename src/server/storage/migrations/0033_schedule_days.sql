CREATE TABLE "run_all_days" (
	"id" integer PRIMARY KEY NOT NULL,
	"schedule_days" jsonb NOT NULL,
	"paused_until" text,
	"holidays" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schedule_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "schedule_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"time" text NOT NULL,
	"date" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"noted_at" timestamp with time zone NOT NULL,
	"is_run_all" boolean NOT NULL,
	"count" integer NOT NULL,
	"task_ids" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "schedule_days" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "paused_until" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "holidays" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "schedule_events_due" ON "schedule_events" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "schedule_events_tasks" ON "schedule_events" USING gin ("task_ids" jsonb_path_ops);--> statement-breakpoint
CREATE TRIGGER run_all_days_notify AFTER INSERT OR UPDATE OR DELETE ON run_all_days
  FOR EACH STATEMENT EXECUTE FUNCTION notify_of_list('schedules');
