-- The previous release may not start on this: it would send all alerts to the channel of each person who only wants their own.
-- That is so while this finds a row: SELECT FROM alert_channels WHERE user_id IS NOT NULL
ALTER TABLE "alert_channels" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "alert_channels" ADD COLUMN "my_tasks" jsonb;--> statement-breakpoint
ALTER TABLE "alert_channels" ADD CONSTRAINT "alert_channels_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_channels" ADD CONSTRAINT "alert_channels_user" UNIQUE("user_id");