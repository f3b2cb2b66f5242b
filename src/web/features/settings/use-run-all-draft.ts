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
import { readMessage } from '../../lib/call-error.ts'
import { readNow } from '../../lib/read-schedule.ts'
import { type DayValues, parseDays, readDayValues } from '../../lib/schedule-values.ts'
import { toast, toastFailure } from '../../lib/toast.tsx'
import { changedTimes, changeOfTimes } from './run-all-times.ts'

const StoredChange = z.object({
  added: z.array(TimeOfDay),
  removed: z.array(TimeOfDay),
  /** Edited days. */
  days: z.record(z.string(), z.string()),
})
type Change = z.infer<typeof StoredChange>

const NO_CHANGE: Change = { added: [], removed: [], days: {} }

/**
 * Returns the edited schedule of Run All and the action to save it. The draft holds only the changes, so saving it preserves
 * everything that somebody else has saved meanwhile.
 */
export function useRunAllDraft(saved: RunAllSchedule) {
  const queryClient = useQueryClient()
  const restored = useRestored('run-all', StoredChange)
  const [change, setChange] = useState(restored ?? NO_CHANGE)
  const [isRestored, setIsRestored] = useState(restored !== undefined)
  const current = changed(saved, change)
  const { problems } = parseDays(current.days)
  const isChanged = JSON.stringify(current) !== JSON.stringify(changed(saved, NO_CHANGE))

  const startAgain = () => {
    setChange(NO_CHANGE)
    setIsRestored(false)
  }

  const save = useAction(['save-run-all'], async () => {
    try {
      const { times, days } = changed(await call(api.schedules.runAll), change)
      const fields = parseDays(days).days
      if (!fields) return
      const edited = Object.fromEntries(Object.entries(fields).filter(([field]) => field in change.days))
      const { message, ...reply } = await call(api.schedules.setRunAll, { body: { scheduled_times: times, ...edited } })
      const { scheduled_times = times, timezone = saved.timezone } = reply
      queryClient.setQueryData(runAllScheduleQuery().queryKey, { ...fields, scheduled_times, timezone })
      startAgain()
      toast.success(message || 'Schedule saved')
      void readNow(queryClient, api.schedules.list)
    } catch (error) {
      toastFailure(error, { message: readMessage(error, 'Failed to save schedule') })
    }
  })

  return {
    ...current,
    problems,
    unsaved: isChanged ? change : null,
    isRestored,
    setTimes: (times: string[]) => setChange({ ...change, ...changeOfTimes(saved.scheduled_times, times) }),
    setDay: (field: keyof DayValues, value: string) =>
      setChange({ ...change, days: { ...change.days, [field]: value } }),
    discard: startAgain,
    save,
  }
}

/** Applies a change to the saved values, for the form. */
function changed(saved: RunAllSchedule, { days, ...times }: Change) {
  return { times: changedTimes(saved.scheduled_times, times), days: { ...readDayValues(saved), ...days } }
}
