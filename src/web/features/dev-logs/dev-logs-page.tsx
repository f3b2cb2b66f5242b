import { Select, Text } from '@mantine/core'
import { IconTerminal2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { DEFAULT_DEV_LOG } from '#contract/dev-log.ts'
import { pluralize } from '#domain/pluralize.ts'
import { devLogFilesQuery, devLogLinesQuery } from '../../data/dev-logs.ts'
import { readStatus } from '../../lib/call-error.ts'
import { paths } from '../../lib/paths.ts'
import { toast, useFailureToast } from '../../lib/toast.tsx'
import { OpenScreenNote } from '../../shared/open-screen-note.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FullHeightScreen } from '../../ui/full-height-screen.tsx'
import { LineList } from '../../ui/line-list.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DevLine } from './dev-line.tsx'
import { DevLogActions } from './dev-log-actions.tsx'

const LINES_FAILURE = 'Error fetching logs'

/** The server's log files. The URL holds the selected file. */
export function DevLogsPage() {
  const [search, setSearch] = useSearchParams()
  const file = search.get('file') ?? DEFAULT_DEV_LOG
  const files = useQuery(devLogFilesQuery())
  const query = useQuery(devLogLinesQuery(file))
  const { isPending, isRefetching } = query
  useFailureToast(files, 'Error fetching log files')
  useLinesFailureToast(query)
  const hasFailed = query.error !== null && readStatus(query.error) !== 404
  const lines = query.error ? [] : (query.data ?? [])

  return (
    <FullHeightScreen>
      <PageHeader
        title="Dev Logs Viewer"
        backTo={paths.home}
        actions={<DevLogActions file={file} lines={lines} isRefreshing={isRefetching} />}
      >
        <Text size="sm" c="dimmed" role="status">
          {isPending ? 'Loading…' : !hasFailed && `${pluralize(lines.length, 'line')}, newest last`}
        </Text>
      </PageHeader>
      <OpenScreenNote screen="dev" />
      <Select
        aria-label="Log file"
        data={[...new Set([file, ...(files.data ?? [])])]}
        value={file}
        onChange={(selected) => selected && setSearch({ file: selected }, { replace: true })}
        allowDeselect={false}
        maw={320}
      />
      {isPending && <LoadingSpinner label="Loading logs" />}
      {hasFailed && <LoadFailure title={LINES_FAILURE} onRetry={query.refetch} />}
      {!isPending && !hasFailed && lines.length === 0 && (
        <EmptyState title="No logs found." icon={<IconTerminal2 size={22} aria-hidden />} />
      )}
      {lines.length > 0 && (
        <LineList
          key={file}
          label={`Lines of ${file}`}
          lines={lines}
          keyOf={(_, index) => index}
          renderLine={(line) => <DevLine line={line} />}
        />
      )}
    </FullHeightScreen>
  )
}

/** A missing file shows an info toast, any other failure an error. */
function useLinesFailureToast({ error, errorUpdatedAt }: { error: Error | null; errorUpdatedAt: number }): void {
  const isMissing = readStatus(error) === 404
  useFailureToast({ error: isMissing ? null : error, errorUpdatedAt }, LINES_FAILURE)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed attempt shows a toast
  useEffect(() => {
    if (isMissing) toast.info('Log file not found')
  }, [isMissing, errorUpdatedAt])
}
