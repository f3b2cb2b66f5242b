CREATE TABLE "target_edits" (
	"run_id" integer PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"shape" text,
	"cells" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "data_copies" ADD COLUMN "target" jsonb;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "holds_edits" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "target_edits" ADD CONSTRAINT "target_edits_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;