CREATE TABLE "changed_targets" (
	"run_id" integer NOT NULL,
	"target_key" text NOT NULL,
	"value" text NOT NULL,
	"target_ss_id" text NOT NULL,
	"target_tab" text NOT NULL,
	"sheet_id" integer,
	"columns" jsonb NOT NULL,
	"key_columns" jsonb,
	"formats" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tables" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"row_moves" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"width_before" integer,
	"added_rows" integer DEFAULT 0 NOT NULL,
	"added_columns" integer DEFAULT 0 NOT NULL,
	"filled" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"cleared" integer DEFAULT 0 NOT NULL,
	"state_before" jsonb,
	CONSTRAINT "changed_targets_run_id_target_key_pk" PRIMARY KEY("run_id","target_key")
);
--> statement-breakpoint
ALTER TABLE "change_chunks" ADD COLUMN "target_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "changed_targets" ADD CONSTRAINT "changed_targets_run_id_change_sets_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."change_sets"("run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "changed_targets_spreadsheet" ON "changed_targets" USING btree ("target_ss_id");