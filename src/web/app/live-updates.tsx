import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#contract/api.ts'
import { openPush } from '../lib/push.ts'
import { keyOf } from '../lib/route-query.ts'
import { applyPushEvent } from './apply-push-event.ts'

/** Listens to the server for as long as it is mounted, that is while someone is signed in. */
export function LiveUpdates() {
  const queryClient = useQueryClient()
  useEffect(() => {
    let isFirst = true
    return openPush(api.events.stream.path, {
      onEvent: (event) => applyPushEvent(queryClient, event),
      onOpen: () => {
        if (!isFirst) void queryClient.invalidateQueries({ queryKey: keyOf(api.tasks.list) })
        isFirst = false
      },
    })
  }, [queryClient])
  return null
}
