import { ActionIcon } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { reloadTasks } from '../../../data/task-cache.ts'
import { useAction } from '../../../lib/action.ts'
import { formatRelative } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { ExactTime } from '../../../shared/exact-time.tsx'
import classes from './task-list.module.css'

const REFRESH_MS = 1_000

interface Props {
  /** Epoch milliseconds of the latest data. */
  updatedAt: number
}

/** Age of the data with a refresh button. A press also restarts reads in progress, because they may miss recent changes. */
export function UpdatedAgo({ updatedAt }: Props) {
  const queryClient = useQueryClient()
  const { isPending, act } = useAction(['refresh-tasks'], () => reloadTasks(queryClient))
  const nowMs = useNow(REFRESH_MS)
  return (
    <span className={classes.updated}>
      {updatedAt > 0 && <Updated at={new Date(updatedAt).toISOString()} nowMs={nowMs} />}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Refresh"
        title="Refresh"
        aria-busy={isPending || undefined}
        aria-disabled={isPending || undefined}
        onClick={act}
      >
        <IconRefresh size={16} aria-hidden />
      </ActionIcon>
    </span>
  )
}

function Updated({ at, nowMs }: { at: string; nowMs: number }) {
  return (
    <span>
      Updated <ExactTime at={at}>{formatRelative(at, nowMs)}</ExactTime>
    </span>
  )
}
