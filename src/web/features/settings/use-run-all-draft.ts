import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { RunAllSchedule } from '#contract/schedule.ts'
import { runAllScheduleQuery } from '../../data/schedules.ts'
import { call } from '../../lib/call.ts'
import { messageOf } from '../../lib/call-error.ts'
import { invalidate } from '../../lib/route-query.ts'
import { toast, toastFailure } from '../../lib/toast.tsx'

/** The edited times of Run All and the mutation that saves them. */
export function useRunAllDraft(saved: RunAllSchedule) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<string[] | null>(null)
  const times = draft ?? saved.scheduled_times

  const save = useMutation({
    mutationFn: () => call(api.schedules.setRunAll, { body: { scheduled_times: times } }),
    onSuccess: ({ message, scheduled_times = times, timezone = saved.timezone }) => {
      queryClient.setQueryData(runAllScheduleQuery().queryKey, { scheduled_times, timezone })
      setDraft(null)
      toast.success(message || 'Schedule saved')
      return invalidate(queryClient, api.schedules.list)
    },
    onError: (error) => toastFailure(error, { message: messageOf(error, 'Failed to save schedule') }),
  })

  return { times, isChanged: times.join() !== saved.scheduled_times.join(), setTimes: setDraft, save }
}
