CREATE TABLE "activity" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activity_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"who" text NOT NULL,
	"origin" text NOT NULL,
	"token_name" text,
	"address" text,
	"subject" text NOT NULL,
	"count" integer NOT NULL,
	"names" jsonb NOT NULL,
	"task_ids" jsonb NOT NULL,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "activity_at" ON "activity" USING btree ("at");--> statement-breakpoint
CREATE INDEX "activity_tasks" ON "activity" USING gin ("task_ids" jsonb_path_ops);