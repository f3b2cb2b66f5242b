CREATE TABLE "csv_jobs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "csv_jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"direction" text NOT NULL,
	"status" text NOT NULL,
	"file_name" text NOT NULL,
	"total_rows" integer DEFAULT 0 NOT NULL,
	"succeeded" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"errors" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "data_copies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "data_copies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"task_id" integer NOT NULL,
	"columns" jsonb NOT NULL,
	"row_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_copy_rows" (
	"data_copy_id" integer NOT NULL,
	"row_number" integer NOT NULL,
	"cells" jsonb NOT NULL,
	CONSTRAINT "data_copy_rows_data_copy_id_row_number_pk" PRIMARY KEY("data_copy_id","row_number")
);
--> statement-breakpoint
CREATE TABLE "milestones" (
	"name" text PRIMARY KEY NOT NULL,
	"reached_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_all_times" (
	"time" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"task_id" integer NOT NULL,
	"status" text NOT NULL,
	"wave_id" uuid NOT NULL,
	"triggered_by" text NOT NULL,
	"allow_shrink" boolean DEFAULT false NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"attempt_started_at" timestamp with time zone,
	"next_attempt_at" timestamp with time zone,
	"stop_requested_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"lease_owner" text,
	"lease_until" timestamp with time zone,
	"waiting_until" timestamp with time zone,
	"rows_done" integer,
	"rows_total" integer,
	"cells_changed" integer DEFAULT 0 NOT NULL,
	"reads" integer DEFAULT 0 NOT NULL,
	"writes" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"error_count" integer DEFAULT 0 NOT NULL,
	"is_held" boolean DEFAULT false NOT NULL,
	CONSTRAINT "runs_status" CHECK ("runs"."status" in ('Queued', 'Running', 'Failed', 'Stopping', 'Stopped', 'Success', 'Warning', 'Error'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"data" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_logs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_logs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"task_id" integer NOT NULL,
	"run_id" integer,
	"level" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_types" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_types_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"allowed_concurrent_tasks" integer NOT NULL,
	"depends_on_id" integer,
	"queue_delay_seconds" integer NOT NULL,
	"max_retries" integer NOT NULL,
	"retry_delay_seconds" integer NOT NULL,
	"chunk_size" integer NOT NULL,
	"position" integer NOT NULL,
	"last_start_at" timestamp with time zone,
	CONSTRAINT "task_types_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"task_type_id" integer NOT NULL,
	"name" text NOT NULL,
	"source_ss_id" text NOT NULL,
	"source_ss_name" text,
	"target_ss_id" text NOT NULL,
	"target_ss_name" text,
	"source_sheet_name" text NOT NULL,
	"target_sheet_name" text NOT NULL,
	"scheduled_times" jsonb NOT NULL,
	"relevant_user_accounts" text NOT NULL,
	"chunk_size" integer NOT NULL,
	"start_row" integer NOT NULL,
	"position" integer NOT NULL,
	"max_concurrent_tasks" integer,
	"is_active" boolean NOT NULL,
	"created_by" text NOT NULL,
	"current_run_id" integer,
	"last_success_at" timestamp with time zone,
	"last_rows" integer,
	"last_width" integer,
	"data_copy_id" integer,
	CONSTRAINT "tasks_name_in_type_unique" UNIQUE("task_type_id","name"),
	CONSTRAINT "tasks_source_target_unique" UNIQUE("source_ss_id","target_ss_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"email" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"first_sign_in_at" timestamp with time zone NOT NULL,
	"last_sign_in_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "data_copies" ADD CONSTRAINT "data_copies_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_copy_rows" ADD CONSTRAINT "data_copy_rows_data_copy_id_data_copies_id_fk" FOREIGN KEY ("data_copy_id") REFERENCES "public"."data_copies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_logs" ADD CONSTRAINT "task_logs_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_logs" ADD CONSTRAINT "task_logs_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_types" ADD CONSTRAINT "task_types_depends_on_id_task_types_id_fk" FOREIGN KEY ("depends_on_id") REFERENCES "public"."task_types"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_task_type_id_task_types_id_fk" FOREIGN KEY ("task_type_id") REFERENCES "public"."task_types"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_current_run_id_runs_id_fk" FOREIGN KEY ("current_run_id") REFERENCES "public"."runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_data_copy_id_data_copies_id_fk" FOREIGN KEY ("data_copy_id") REFERENCES "public"."data_copies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "csv_jobs_type" ON "csv_jobs" USING btree ("type","id");--> statement-breakpoint
CREATE INDEX "data_copies_task" ON "data_copies" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "runs_task" ON "runs" USING btree ("task_id","id");--> statement-breakpoint
CREATE INDEX "runs_wave" ON "runs" USING btree ("wave_id");--> statement-breakpoint
CREATE INDEX "runs_in_progress" ON "runs" USING btree ("status") WHERE "runs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "task_logs_task" ON "task_logs" USING btree ("task_id","id");--> statement-breakpoint
CREATE INDEX "tasks_position" ON "tasks" USING btree ("task_type_id","position");--> statement-breakpoint
CREATE INDEX "tasks_current_run" ON "tasks" USING btree ("current_run_id");