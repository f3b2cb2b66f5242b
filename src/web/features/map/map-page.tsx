import { Text } from '@mantine/core'
import { IconSitemap } from '@tabler/icons-react'
import { lazy, Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { mapFiles } from '#domain/chains/file-map.ts'
import { AreaLinks } from '../../shared/area-links.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FullHeightScreen } from '../../ui/full-height-screen.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { FileDetails } from './file-details.tsx'
import classes from './map.module.css'
import { MapList } from './map-list.tsx'
import { LOAD_FAILURE, useMappedTasks } from './use-mapped-tasks.ts'

const FileGraph = lazy(async () => ({ default: (await import('./file-graph.tsx')).FileGraph }))

/** Minimum width for showing the list and the graph side by side. */
const MIN_GRAPH_WIDTH_PX = 720

/** All files and the copies between them, as a list, and also as a graph if there is room. */
export function MapPage() {
  const { tasks, isPending, hasFailed, retry } = useMappedTasks()
  const isLoaded = !isPending && !hasFailed
  const map = useMemo(() => mapFiles(tasks), [tasks])
  const [params, setParams] = useSearchParams()
  const { ref, isWide } = useIsWide(MIN_GRAPH_WIDTH_PX)
  const selected = map.files.get(params.get('file') ?? '')
  const select = (id: string | undefined) => setParams(id === undefined ? {} : { file: id }, { replace: true })
  return (
    <FullHeightScreen>
      <PageHeader title="Map" beside={<AreaLinks area="tasks" />}>
        <Text size="sm" c="dimmed">
          Where each file gets its data from, and what depends on it.
        </Text>
      </PageHeader>
      {hasFailed && <LoadFailure title={LOAD_FAILURE} onRetry={retry} />}
      {isPending && !hasFailed && <LoadingSpinner label="Loading the map" />}
      {isLoaded && tasks.length === 0 && (
        <EmptyState
          title="No sync tasks yet"
          hint="Files appear here once a task copies them."
          icon={<IconSitemap size={22} aria-hidden />}
        />
      )}
      {isLoaded && tasks.length > 0 && (
        <div ref={ref} className={classes.map} data-wide={isWide || undefined}>
          <div className={classes.side}>
            <div hidden={selected !== undefined} className={classes.panel}>
              <MapList map={map} onSelect={select} selectedId={selected?.id} />
            </div>
            {selected && <FileDetails key={selected.id} map={map} file={selected} onSelect={select} />}
          </div>
          {isWide && (
            <Suspense fallback={<LoadingSpinner label="Loading the graph" />}>
              <FileGraph map={map} tasks={tasks} selectedId={selected?.id} onSelect={select} />
            </Suspense>
          )}
        </div>
      )}
    </FullHeightScreen>
  )
}
