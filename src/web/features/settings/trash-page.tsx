import { IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { TRASH_DAYS } from '#contract/trash.ts'
import { trashQuery } from '../../data/trash.ts'
import { paths } from '../../lib/paths.ts'
import { useFailureToast } from '../../lib/toast.tsx'
import { SettingsArea } from '../../shared/settings-area.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { ShowOlder } from '../../ui/show-older.tsx'
import classes from './settings.module.css'
import { TrashRow } from './trash-row.tsx'

const FAILURE = 'Failed to load the trash'
const DESCRIPTION = `Deleted tasks and task types stay here for ${TRASH_DAYS} days, with their position, log, data copy and history.`

/** Deleted items, with buttons to restore them and to delete them for good. */
export function TrashPage() {
  const query = useInfiniteQuery(trashQuery())
  useFailureToast(query, FAILURE)
  const entries = query.data?.pages.flatMap((page) => page.entries)
  return (
    <SettingsArea path={paths.trash} description={DESCRIPTION}>
      {query.isPending && <LoadingSpinner label="Loading the trash" />}
      {query.isLoadingError && <LoadFailure title={FAILURE} onRetry={query.refetch} />}
      {entries?.length === 0 && <EmptyState title="The trash is empty." icon={<IconTrash size={22} aria-hidden />} />}
      {entries && entries.length > 0 && (
        <ul className={classes.rows} aria-label="Trash">
          {entries.map((entry) => (
            <TrashRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {query.hasNextPage && <ShowOlder onPress={query.fetchNextPage} />}
    </SettingsArea>
  )
}
