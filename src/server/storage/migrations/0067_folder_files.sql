ALTER TABLE "all_tasks" ADD COLUMN "folder_files" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- To which spreadsheets the folders of other sources led says nothing about these.
CREATE FUNCTION forget_folder_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.folder_files := '[]'::jsonb;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER tasks_forget_folder_files BEFORE UPDATE OF more_sources ON all_tasks
  FOR EACH ROW WHEN (OLD.more_sources IS DISTINCT FROM NEW.more_sources)
  EXECUTE FUNCTION forget_folder_files();
