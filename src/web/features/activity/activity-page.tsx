import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ActivityKind, activityLabels } from '#contract/activity-kind.ts'
import { type ActivityFilter, activityExportAddress, activityQuery } from '../../data/activity.ts'
import { useFailureToast } from '../../lib/toast.tsx'
import { ActivityList } from '../../shared/activity-list.tsx'
import { HomePages } from '../../shared/home-pages.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ShowOlder } from '../../ui/show-older.tsx'

const FAILURE = 'Failed to load the activity'
const TYPING_MS = 300
const FILTER_WIDTH = { w: { base: '100%', xs: 240 } }
const KINDS = ActivityKind.options.map((value) => ({ value, label: activityLabels[value] }))

/** Kinds of entries that are hidden by default. */
const ADDITIONS = [
  { name: 'sign_ins', label: 'Sign-ins' },
  { name: 'runs', label: 'Runs' },
] as const

/** Who changed what. The URL holds the filters. */
export function ActivityPage() {
  const [search, setSearch] = useSearchParams()
  const kind = ActivityKind.safeParse(search.get('kind')).data
  const filter: ActivityFilter = {
    kind,
    who: search.get('who') ?? undefined,
    withoutRuns: kind === undefined && !search.has('runs'),
    withoutSignIns: kind === undefined && !search.has('sign_ins'),
  }
  const [settled] = useDebouncedValue(filter.who, TYPING_MS)
  const query = useInfiniteQuery({
    ...activityQuery({ ...filter, who: settled }),
    placeholderData: keepPreviousData,
  })
  useFailureToast(query, FAILURE)
  const entries = query.data?.pages.flatMap((page) => page.entries)

  function setFilter(name: 'kind' | 'who' | 'runs' | 'sign_ins', value: string | null): void {
    const next = new URLSearchParams(search)
    value ? next.set(name, value) : next.delete(name)
    setSearch(next, { replace: true, preventScrollReset: true })
  }

  return (
    <Stack gap="md">
      <HomePages />
      <PageHeader title="Activity" />
      <Text size="sm" c="dimmed">
        Who changed what, and from where. Entries are kept for a year.
      </Text>
      <Group gap="sm" align="flex-end">
        <Select
          label="What"
          placeholder="Everything"
          data={KINDS}
          value={kind ?? null}
          onChange={(value) => setFilter('kind', value)}
          clearable
          searchable
          {...FILTER_WIDTH}
        />
        <TextInput
          label="Who"
          placeholder="Part of an address"
          maxLength={254}
          {...FILTER_WIDTH}
          value={filter.who ?? ''}
          onChange={({ currentTarget }) => setFilter('who', currentTarget.value)}
        />
        {kind === undefined &&
          ADDITIONS.map(({ name, label }) => (
            <Button
              key={name}
              variant={search.has(name) ? 'light' : 'default'}
              aria-pressed={search.has(name)}
              onClick={() => setFilter(name, search.has(name) ? null : 'true')}
            >
              {label}
            </Button>
          ))}
        <Button
          component="a"
          href={activityExportAddress(filter)}
          download="activity.csv"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Export as CSV
        </Button>
      </Group>
      {query.isPending && <LoadingSpinner label="Loading the activity" />}
      {query.isLoadingError && <LoadFailure title={FAILURE} onRetry={query.refetch} />}
      {entries?.length === 0 && (
        <EmptyState title="No matching entries." icon={<IconHistory size={22} aria-hidden />} />
      )}
      {entries && entries.length > 0 && <ActivityList entries={entries} label="Activity" />}
      {query.hasNextPage && <ShowOlder onPress={query.fetchNextPage} />}
    </Stack>
  )
}
