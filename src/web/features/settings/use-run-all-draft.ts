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
import { type DayValues, dayValuesOf, parseDays, StoredDayValues } from '../../lib/schedule-values.ts'
import { toast, toastFailure } from '../../lib/toast.tsx'

const StoredSchedule = z.object({ times: z.array(TimeOfDay), days: StoredDayValues })
type Draft = z.infer<typeof StoredSchedule>

/** The edited schedule of Run All and the action that saves it. */
export function useRunAllDraft(saved: RunAllSchedule) {
  const queryClient = useQueryClient()
  const restored = useRestored('run-all', StoredSchedule)
  const [draft, setDraft] = useState<Draft | null>(restored ?? null)
  const savedDraft: Draft = { times: saved.scheduled_times, days: dayValuesOf(saved) }
  const current = draft ?? savedDraft
  const { times } = current
  const { days, problems } = parseDays(current.days)
  const areDaysChanged = JSON.stringify(current.days) !== JSON.stringify(savedDraft.days)

  const save = useAction(['save-run-all'], async () => {
    if (!days) return
    try {
      const body = { scheduled_times: times, ...(areDaysChanged && days) }
      const { message, ...reply } = await call(api.schedules.setRunAll, { body })
      const { scheduled_times = times, timezone = saved.timezone } = reply
      queryClient.setQueryData(runAllScheduleQuery().queryKey, { ...days, scheduled_times, timezone })
      setDraft(null)
      toast.success(message || 'Schedule saved')
      void invalidate(queryClient, api.schedules.list)
    } catch (error) {
      toastFailure(error, { message: messageOf(error, 'Failed to save schedule') })
    }
  })

  return {
    ...current,
    problems,
    isChanged: areDaysChanged || times.join() !== saved.scheduled_times.join(),
    isRestored: restored !== undefined && draft !== null,
    setTimes: (changed: string[]) => setDraft({ ...current, times: changed }),
    setDay: (field: keyof DayValues, value: string) =>
      setDraft({ ...current, days: { ...current.days, [field]: value } }),
    discard: () => setDraft(null),
    save,
  }
}
