import { Card, Text, Title } from '@mantine/core'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { describeQuota } from './describe-quota.ts'
import { useRunAllForecast } from './use-run-all-forecast.ts'

/** How long Run All would take now, and what limits it. */
export function RunAllForecast() {
  const { data, isLoadingError, refetch } = useRunAllForecast()
  if (isLoadingError) return <LoadFailure title="Failed to load the forecast." onRetry={refetch} />
  if (!data) return null
  return (
    <Card component="section" padding="md" maw={560} aria-labelledby="run-all-forecast">
      <Title order={2} size="h5" id="run-all-forecast">
        Run All estimate
      </Title>
      <Text size="sm" mt={4}>
        {data.text ?? 'Nothing to run: no task is active and idle.'}
      </Text>
      {data.quotas.map((quota) => (
        <Text size="sm" mt={4} key={quota.kind}>
          {describeQuota(quota)}
        </Text>
      ))}
      <Text size="xs" c="dimmed" mt={4}>
        From what the last run of each task used, at the present limits.
      </Text>
    </Card>
  )
}
