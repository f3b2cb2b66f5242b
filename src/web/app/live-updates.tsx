import { useThrottledCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { api } from '#contract/api.ts'
import type { PushEvent } from '#contract/event.ts'
import { applyPushEvent } from '../data/apply-push-event.ts'
import { isInProgress } from '../data/task-status.ts'
import { openPush } from '../lib/push.ts'
import { invalidate } from '../lib/route-query.ts'

/** Limits refetches while many tasks run: lists then change many times a second. */
const RELOAD_EVERY_MS = 2_000

type Changed = Extract<PushEvent, { kind: 'changed' }>['what']

/** Applies push events while mounted, that is, while the user is signed in. */
export function LiveUpdates() {
  const queryClient = useQueryClient()
  const reloadRuns = useThrottledCallback(
    () => void invalidate(queryClient, api.runs.list, api.overview.get),
    RELOAD_EVERY_MS,
  )
  const reload = {
    tasks: useReload('tasks'),
    task_types: useReload('task_types'),
    schedules: useReload('schedules'),
    csv_jobs: useReload('csv_jobs'),
  } satisfies Record<Changed, () => void>

  const handle = useEffectEvent((event: PushEvent) => {
    if (event.kind === 'changed') return reload[event.what]()
    if (event.kind === 'progress') {
      // The end of a run also changes the tasks that waited for it.
      if (!Object.values(event.tasks).every(isInProgress)) reload.tasks()
      reloadRuns()
    }
    applyPushEvent(queryClient, event)
  })
  // Events sent while the connection was down are lost.
  const catchUp = useEffectEvent(() => reload.tasks())

  useEffect(() => {
    let isFirst = true
    return openPush(api.events.stream.path, {
      onEvent: (event) => handle(event),
      onOpen: () => {
        if (!isFirst) catchUp()
        isFirst = false
      },
    })
  }, [])
  return null
}

function useReload(what: Changed): () => void {
  const queryClient = useQueryClient()
  return useThrottledCallback(() => applyPushEvent(queryClient, { kind: 'changed', what }), RELOAD_EVERY_MS)
}
