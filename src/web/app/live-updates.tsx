import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#contract/api.ts'
import type { PushEvent } from '#contract/event.ts'
import { applyPushEvent, endsRun } from '../data/apply-push-event.ts'
import { openPush } from '../lib/push.ts'
import { invalidate } from '../lib/route-query.ts'
import { throttle } from '../lib/throttle.ts'

/** While many tasks run, lists change many times a second. They are read again no more often than this. */
const RELOAD_EVERY_MS = 2_000

type Changed = Extract<PushEvent, { kind: 'changed' }>['what']

/** Listens to the server for as long as it is mounted, that is while someone is signed in. */
export function LiveUpdates() {
  const queryClient = useQueryClient()
  useEffect(() => {
    const reload = reloads(queryClient)
    const reloadRuns = throttle(() => void invalidate(queryClient, api.runs.list), RELOAD_EVERY_MS)
    let isFirst = true
    const close = openPush(api.events.stream.path, {
      onEvent: (event) => {
        if (event.kind === 'changed') reload[event.what]()
        else {
          const isEnd = event.kind === 'progress' && endsRun(queryClient, event)
          applyPushEvent(queryClient, event)
          if (isEnd) reload.tasks()
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
      for (const one of [...Object.values(reload), reloadRuns]) one.cancel()
    }
  }, [queryClient])
  return null
}

function reloads(queryClient: QueryClient) {
  const of = (what: Changed) => throttle(() => applyPushEvent(queryClient, { kind: 'changed', what }), RELOAD_EVERY_MS)
  return {
    tasks: of('tasks'),
    task_types: of('task_types'),
    schedules: of('schedules'),
    csv_jobs: of('csv_jobs'),
  } satisfies Record<Changed, () => void>
}
