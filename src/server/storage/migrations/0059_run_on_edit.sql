CREATE TABLE "watch_lease" (
	"id" integer PRIMARY KEY NOT NULL,
	"node_id" text NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watched_sources" (
	"source_ss_id" text NOT NULL,
	"account" text NOT NULL,
	"version" text,
	"seen_at" timestamp with time zone,
	"edited_at" timestamp with time zone,
	"polled_at" timestamp with time zone,
	CONSTRAINT "watched_sources_source_ss_id_account_pk" PRIMARY KEY("source_ss_id","account")
);
--> statement-breakpoint
CREATE TABLE "watched_tasks" (
	"task_id" integer NOT NULL,
	"source_ss_id" text NOT NULL,
	"account" text NOT NULL,
	"handled_version" text,
	"pending_since" timestamp with time zone,
	"is_echo" boolean DEFAULT false NOT NULL,
	"started_run_id" integer,
	"started_at" timestamp with time zone,
	"started_for_echo" boolean DEFAULT false NOT NULL,
	CONSTRAINT "watched_tasks_task_id_source_ss_id_pk" PRIMARY KEY("task_id","source_ss_id")
);
--> statement-breakpoint
ALTER TABLE "all_task_types" ADD COLUMN "on_edit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "all_task_types" ADD COLUMN "on_edit_pause_minutes" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "all_task_types" ADD COLUMN "on_edit_at_most_every_minutes" integer DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "on_edit" boolean;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "on_edit_pause_minutes" integer;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "on_edit_at_most_every_minutes" integer;--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "watch_failure" jsonb;--> statement-breakpoint
ALTER TABLE "watched_tasks" ADD CONSTRAINT "watched_tasks_task_id_all_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."all_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "watched_tasks_source" ON "watched_tasks" USING btree ("source_ss_id","account");