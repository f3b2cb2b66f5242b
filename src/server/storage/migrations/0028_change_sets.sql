CREATE TABLE "change_chunks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "change_chunks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"run_id" integer NOT NULL,
	"first_row" integer NOT NULL,
	"last_row" integer NOT NULL,
	"filled" integer NOT NULL,
	"changed" integer NOT NULL,
	"cleared" integer NOT NULL,
	"column_counts" jsonb NOT NULL,
	"blocks" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "change_sets" (
	"run_id" integer PRIMARY KEY NOT NULL,
	"task_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'kept' NOT NULL,
	"target_ss_id" text NOT NULL,
	"target_tab" text NOT NULL,
	"sheet_id" integer,
	"columns" jsonb NOT NULL,
	"formats" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"width_before" integer,
	"added_rows" integer DEFAULT 0 NOT NULL,
	"added_columns" integer DEFAULT 0 NOT NULL,
	"filled" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"cleared" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "restore" jsonb;--> statement-breakpoint
ALTER TABLE "change_chunks" ADD CONSTRAINT "change_chunks_run_id_change_sets_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."change_sets"("run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_sets" ADD CONSTRAINT "change_sets_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_sets" ADD CONSTRAINT "change_sets_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "change_chunks_run" ON "change_chunks" USING btree ("run_id","id");--> statement-breakpoint
CREATE INDEX "change_sets_task" ON "change_sets" USING btree ("task_id","run_id");--> statement-breakpoint
CREATE INDEX "change_sets_state" ON "change_sets" USING btree ("state");