import { Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { TRASH_DAYS } from '#contract/trash.ts'
import { trashQuery } from '../../data/trash.ts'
import { useFailureToast } from '../../lib/toast.tsx'
import { AreaLinks } from '../../shared/area-links.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import rows from '../../ui/row-list.module.css'
import { ShowOlder } from '../../ui/show-older.tsx'
import { TrashRow } from './trash-row.tsx'

const FAILURE = 'Failed to load the trash'
const DESCRIPTION = `Deleted tasks and task types stay here for ${TRASH_DAYS} days, with their position, log, data copy and history.`

/** Deleted items, with buttons to restore them and to delete them for good. */
export function TrashPage() {
  const query = useInfiniteQuery(trashQuery())
  useFailureToast(query, FAILURE)
  const entries = query.data?.pages.flatMap((page) => page.entries)
  return (
    <Stack gap="md">
      <PageHeader title="Trash" beside={<AreaLinks area="tasks" />}>
        <Text size="sm" c="dimmed">
          {DESCRIPTION}
        </Text>
      </PageHeader>
      {query.isPending && <LoadingSpinner label="Loading the trash" />}
      {query.isLoadingError && <LoadFailure title={FAILURE} onRetry={query.refetch} />}
      {entries?.length === 0 && <EmptyState title="The trash is empty." icon={<IconTrash size={22} aria-hidden />} />}
      {entries && entries.length > 0 && (
        <ul className={rows.rows} aria-label="Trash">
          {entries.map((entry) => (
            <TrashRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {query.hasNextPage && <ShowOlder onPress={query.fetchNextPage} />}
    </Stack>
  )
}
