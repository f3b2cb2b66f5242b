import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#contract/api.ts'
import type { PushEvent } from '#contract/event.ts'
import { applyPushEvent, endsRun } from '../data/apply-push-event.ts'
import { openPush } from '../lib/push.ts'
import { invalidate } from '../lib/route-query.ts'
import { throttle } from '../lib/throttle.ts'

/** Limits refetches while many tasks run: lists then change many times a second. */
const RELOAD_EVERY_MS = 2_000

type Changed = Extract<PushEvent, { kind: 'changed' }>['what']

/** Applies push events while mounted, that is, while the user is signed in. */
export function LiveUpdates() {
  const queryClient = useQueryClient()
  useEffect(() => {
    const reload = throttledReloads(queryClient)
    const reloadRuns = throttle(() => void invalidate(queryClient, api.runs.list), RELOAD_EVERY_MS)
    let isFirst = true
    const close = openPush(api.events.stream.path, {
      onEvent: (event) => {
        if (event.kind === 'changed') reload[event.what]()
        else {
          const hasRunEnded = event.kind === 'progress' && endsRun(queryClient, event)
          applyPushEvent(queryClient, event)
          if (hasRunEnded) reload.tasks()
          if (event.kind === 'progress') reloadRuns()
        }
      },
      onOpen: () => {
        if (!isFirst) reload.tasks()
        isFirst = false
      },
    })
    return () => {
      close()
      for (const throttled of [...Object.values(reload), reloadRuns]) throttled.cancel()
    }
  }, [queryClient])
  return null
}

function throttledReloads(queryClient: QueryClient) {
  const of = (what: Changed) => throttle(() => applyPushEvent(queryClient, { kind: 'changed', what }), RELOAD_EVERY_MS)
  return {
    tasks: of('tasks'),
    task_types: of('task_types'),
    schedules: of('schedules'),
    csv_jobs: of('csv_jobs'),
  } satisfies Record<Changed, () => void>
}
