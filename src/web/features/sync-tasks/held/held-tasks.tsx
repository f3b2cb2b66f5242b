import { Anchor, Box, Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { HeldTask } from '#contract/hold.ts'
import { pluralize } from '#domain/pluralize.ts'
import { taskName, withTypeName } from '#domain/tasks/task-name.ts'
import { holdsQuery, isOwnerGone } from '../../../data/holds.ts'
import { paths } from '../../../lib/paths.ts'
import { CopyAnyway } from '../../../shared/copy-anyway.tsx'
import { HelpLink } from '../../../shared/help-link.tsx'
import { HoldDecision } from '../../../shared/hold-decision.tsx'
import { HoldRules } from '../../../shared/hold-rules.tsx'
import { RelativeTime } from '../../../shared/relative-time.tsx'
import { TakeOver } from '../../../shared/take-over.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../../ui/loading-spinner.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { groupByCause, type HeldGroup } from './held-groups.ts'
import classes from './held-tasks.module.css'

/** Lists the held tasks by the rule that holds them. People decide about each task, or about a whole group. */
export function HeldTasks() {
  const { data, isPending, refetch } = useQuery(holdsQuery())
  return (
    <Stack gap="sm" maw={1080}>
      <PageHeader title="Held tasks" backTo={paths.tasks}>
        <Text size="sm" c="dimmed">
          They copy nothing more until a person decides. Copying anyway covers what is listed; a run that finds more is
          held again. <HelpLink page="use/guards" label="Help: guards" />
        </Text>
      </PageHeader>
      {isPending && <LoadingSpinner />}
      {!isPending && !data && <LoadFailure title="Failed to load the held tasks." onRetry={refetch} />}
      {data?.holds.length === 0 && <EmptyState title="No task is held." />}
      {groupByCause(data?.holds ?? []).map((group) => (
        <CauseGroup key={group.label} group={group} />
      ))}
    </Stack>
  )
}

function CauseGroup({ group: { label, held, openIds } }: { group: HeldGroup }) {
  return (
    <Card padding={0} component="section" aria-label={label}>
      <Group justify="space-between" px={12} py={10}>
        <Text component="h2" size="sm" fw={600}>
          {label}{' '}
          <Text span size="sm" c="dimmed">
            {pluralize(held.length, 'task')}
          </Text>
        </Text>
        {openIds.length > 1 && (held.every(isOwnerGone) ? <TakeOver ids={openIds} /> : <CopyAnyway ids={openIds} />)}
      </Group>
      <table className={classes.table}>
        <Box component="thead" visibleFrom="sm">
          <tr>
            <th scope="col">Task</th>
            <th scope="col">Why it is held</th>
            <th scope="col" style={{ whiteSpace: 'nowrap' }}>
              First held
            </th>
            <th scope="col">Decision</th>
          </tr>
        </Box>
        <tbody>
          {held.map((one) => (
            <HeldRow key={one.id} held={one} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function HeldRow({ held: { id, task, rules, since, run_id, accepted_by } }: { held: HeldTask }) {
  const name = taskName(task)
  const title = withTypeName(name, task.task_type_name)
  return (
    <tr>
      <th scope="row">
        <Anchor component={Link} to={run_id === null ? paths.task(task.id) : paths.run(task.id, run_id)} size="sm">
          {name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {task.task_type_name}
        </Text>
      </th>
      <td>
        <HoldRules rules={rules} />
      </td>
      <td style={{ whiteSpace: 'nowrap' }}>
        <Box component="span" hiddenFrom="sm">
          First held{' '}
        </Box>
        <RelativeTime at={since} />
      </td>
      <td>
        {accepted_by === null || isOwnerGone({ rules }) ? (
          <HoldDecision hold={{ id, rules }} task={{ id: task.id, title, typeName: task.task_type_name }} />
        ) : (
          `Accepted by ${accepted_by}; the next run copies.`
        )}
      </td>
    </tr>
  )
}
