ALTER TABLE "sessions" ADD COLUMN "signed_in_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_active_at" timestamp with time zone;--> statement-breakpoint
-- Every node ends the event streams of the session. A sign-in in progress has none.
CREATE TRIGGER sessions_notify_delete AFTER DELETE ON sessions
  FOR EACH ROW WHEN (OLD.user_id IS NOT NULL) EXECUTE FUNCTION notify_of_list('sessions');
