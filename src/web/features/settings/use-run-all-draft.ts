import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { TimeOfDay } from '#contract/field.ts'
import type { RunAllSchedule } from '#contract/schedule.ts'
import { runAllScheduleQuery } from '../../data/schedules.ts'
import { useRestored } from '../../data/use-drafts.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/call.ts'
import { messageOf } from '../../lib/call-error.ts'
import { invalidate } from '../../lib/route-query.ts'
import { toast, toastFailure } from '../../lib/toast.tsx'

const StoredTimes = z.array(TimeOfDay)

/** The edited times of Run All and the action that saves them. */
export function useRunAllDraft(saved: RunAllSchedule) {
  const queryClient = useQueryClient()
  const restored = useRestored('run-all', StoredTimes)
  const [draft, setDraft] = useState<string[] | null>(restored ?? null)
  const times = draft ?? saved.scheduled_times

  const save = useAction(['save-run-all'], async () => {
    try {
      const { message, ...reply } = await call(api.schedules.setRunAll, { body: { scheduled_times: times } })
      const { scheduled_times = times, timezone = saved.timezone } = reply
      queryClient.setQueryData(runAllScheduleQuery().queryKey, { ...saved, scheduled_times, timezone })
      setDraft(null)
      toast.success(message || 'Schedule saved')
      void invalidate(queryClient, api.schedules.list)
    } catch (error) {
      toastFailure(error, { message: messageOf(error, 'Failed to save schedule') })
    }
  })

  return {
    times,
    isChanged: times.join() !== saved.scheduled_times.join(),
    isRestored: restored !== undefined && draft !== null,
    setTimes: setDraft,
    discard: () => setDraft(null),
    save,
  }
}
