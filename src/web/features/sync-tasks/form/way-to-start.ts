import type { TaskType } from '#contract/task-type.ts'
import { START_FIELDS } from '../../../shared/start-field.ts'
import { NEW_TASK, type TaskFormValues } from './task-form.ts'

/** The ways to start a task, as its form offers them. */
export const WAYS = [
  { value: 'times', label: 'At times of the day' },
  { value: 'hand', label: 'Only by hand' },
  { value: 'every', label: 'Every … minutes' },
  { value: 'edit', label: 'When the source is edited' },
  { value: 'several', label: 'Several of these, or on some days' },
] as const
export type Way = (typeof WAYS)[number]['value']

type OfType = Pick<TaskType, 'every_minutes' | 'on_edit' | 'after_source'> | undefined

const DEFAULT_MINUTES = '15'
const DAY_FIELDS = ['schedule_days', 'paused_until', 'holidays'] as const

/** The fields each way shows. */
const SHOWN: { readonly [Each in Way]: readonly string[] } = {
  times: ['scheduled_times'],
  hand: [],
  every: ['every_minutes', 'every_minutes_between'],
  edit: ['scheduled_times', 'on_edit', 'on_edit_pause_minutes', 'on_edit_at_most_every_minutes'],
  several: ['scheduled_times', ...START_FIELDS, ...DAY_FIELDS],
}

/** Field values that do not start a task. */
const IDLE: readonly unknown[] = ['', '0', 'false']

/** Finds the way to start that matches the values of the form. */
export function wayIn(values: TaskFormValues, type: OfType): Way {
  const way = wayOfValues(values, type)
  return showsAll(way, values) ? way : 'several'
}

function wayOfValues(values: TaskFormValues, type: OfType): Way {
  if (values.on_edit === 'true') return 'edit'
  if (Number(values.every_minutes) > 0) return 'every'
  if (values.scheduled_times.trim() !== '') return 'times'
  if (values.every_minutes === '' && type?.every_minutes) return 'every'
  return values.on_edit === '' && type?.on_edit ? 'edit' : 'hand'
}

/** Whether a choice still fits the values. A field may be empty while the user edits it. */
export function allowsWay(way: Way, values: TaskFormValues, type: OfType): boolean {
  return way === 'hand' ? wayIn(values, type) === 'hand' : showsAll(way, values)
}

function showsAll(way: Way, values: TaskFormValues): boolean {
  return SHOWN.several.every(
    (field) => SHOWN[way].includes(field) || IDLE.includes(values[field as keyof TaskFormValues]),
  )
}

/** Returns values for a choice. Resets the values of other ways to start. */
export function valuesForWay(way: Way, values: TaskFormValues, type: OfType): Partial<TaskFormValues> {
  if (way === 'several') return {}
  const blank = Object.fromEntries([...START_FIELDS, ...DAY_FIELDS].map((field) => [field, NEW_TASK[field]]))
  const times = values.scheduled_times.trim() === '' ? NEW_TASK.scheduled_times : values.scheduled_times
  switch (way) {
    case 'times':
      return { ...blank, scheduled_times: times }
    case 'every':
      return { ...blank, scheduled_times: '', every_minutes: type?.every_minutes ? '' : DEFAULT_MINUTES }
    case 'edit':
      return { ...blank, scheduled_times: times, on_edit: 'true' }
    case 'hand':
      return {
        ...blank,
        scheduled_times: '',
        ...(type?.every_minutes && { every_minutes: '0' }),
        ...(type?.on_edit && { on_edit: 'false' }),
        ...(type?.after_source && { after_source: 'false' }),
      }
  }
}
