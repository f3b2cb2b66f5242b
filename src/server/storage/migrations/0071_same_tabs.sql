-- Whether the name that a task gives to a tab means the tab of an earlier copy: the name that the tab had for that copy, in any
-- case and with any blanks at its ends, or a link to it. `isSameTab` compares in the same way.
CREATE FUNCTION names_tab(name text, copied_name text, copied_tab jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT lower(btrim(name)) = lower(btrim(copied_name)) OR name = '#gid=' || (copied_tab ->> 'sheetId')
$$;
--> statement-breakpoint
-- Whether a task means the same tab by two names, as far as its last copy with the earlier one shows.
CREATE FUNCTION is_same_tab(task integer, tab_end text, ss_id text, old_name text, new_name text)
RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  at integer := CASE tab_end WHEN 'source' THEN 0 ELSE 2 END;
BEGIN
  RETURN names_tab(new_name, old_name, NULL) IS TRUE OR coalesce((
    SELECT names_tab(new_name, place::jsonb ->> (at + 1), baseline -> tab_end) FROM copy_baselines
    WHERE task_id = task AND NOT was_undone AND place::jsonb ->> at = ss_id
      AND names_tab(old_name, place::jsonb ->> (at + 1), baseline -> tab_end)
    ORDER BY id DESC LIMIT 1), false);
END $$;
--> statement-breakpoint
-- Whether a task copies between other tabs after a change, whatever it calls them.
CREATE FUNCTION copies_elsewhere(before all_tasks, after all_tasks) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF (before.source_ss_id, before.target_ss_id, before.start_row)
    IS DISTINCT FROM (after.source_ss_id, after.target_ss_id, after.start_row) THEN RETURN true; END IF;
  RETURN NOT is_same_tab(before.id, 'source', before.source_ss_id, before.source_sheet_name, after.source_sheet_name)
    OR NOT is_same_tab(before.id, 'target', before.target_ss_id, before.target_sheet_name, after.target_sheet_name);
END $$;
--> statement-breakpoint
DROP TRIGGER tasks_forget_last_copy ON all_tasks;
--> statement-breakpoint
CREATE TRIGGER tasks_forget_last_copy BEFORE UPDATE OF
  source_ss_id, source_sheet_name, target_ss_id, target_sheet_name, start_row ON all_tasks
  FOR EACH ROW WHEN (copies_elsewhere(OLD, NEW)) EXECUTE FUNCTION forget_last_copy();
--> statement-breakpoint
DROP TRIGGER tasks_close_hold ON all_tasks;
--> statement-breakpoint
CREATE TRIGGER tasks_close_hold AFTER UPDATE OF
  source_ss_id, source_sheet_name, target_ss_id, target_sheet_name, start_row ON all_tasks
  FOR EACH ROW WHEN (copies_elsewhere(OLD, NEW)) EXECUTE FUNCTION close_hold();
--> statement-breakpoint
-- A list of further sources, with the names of tabs in the form in which they are compared.
CREATE FUNCTION source_list_key(sources jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_agg(source || jsonb_build_object(
    'source_sheet_name', lower(btrim(source ->> 'source_sheet_name'))) ORDER BY place), '[]')
  FROM jsonb_array_elements(sources) WITH ORDINALITY AS listed(source, place)
$$;
--> statement-breakpoint
DROP TRIGGER tasks_forget_folder_files ON all_tasks;
--> statement-breakpoint
CREATE TRIGGER tasks_forget_folder_files BEFORE UPDATE OF more_sources ON all_tasks
  FOR EACH ROW WHEN (source_list_key(OLD.more_sources) IS DISTINCT FROM source_list_key(NEW.more_sources))
  EXECUTE FUNCTION forget_folder_files();
