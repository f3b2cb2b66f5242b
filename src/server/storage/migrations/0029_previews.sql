CREATE TABLE "preview_blocks" (
	"task_preview_id" integer NOT NULL,
	"first_cell" integer NOT NULL,
	"rows" text NOT NULL,
	CONSTRAINT "preview_blocks_task_preview_id_first_cell_pk" PRIMARY KEY("task_preview_id","first_cell")
);
--> statement-breakpoint
CREATE TABLE "previews" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "previews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"alive_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_previews" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_previews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"preview_id" integer NOT NULL,
	"task_id" integer NOT NULL,
	"status" text NOT NULL,
	"rows_done" integer,
	"rows_total" integer,
	"waiting_until" timestamp with time zone,
	"error" text,
	"cure" jsonb,
	"result" jsonb,
	"columns" jsonb
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "preview_id" integer;--> statement-breakpoint
ALTER TABLE "preview_blocks" ADD CONSTRAINT "preview_blocks_task_preview_id_task_previews_id_fk" FOREIGN KEY ("task_preview_id") REFERENCES "public"."task_previews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_previews" ADD CONSTRAINT "task_previews_preview_id_previews_id_fk" FOREIGN KEY ("preview_id") REFERENCES "public"."previews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_previews" ADD CONSTRAINT "task_previews_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "previews_person" ON "previews" USING btree ("created_by","id");--> statement-breakpoint
CREATE INDEX "previews_expiry" ON "previews" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "task_previews_task" ON "task_previews" USING btree ("preview_id","task_id");--> statement-breakpoint
CREATE INDEX "task_previews_of_task" ON "task_previews" USING btree ("task_id");