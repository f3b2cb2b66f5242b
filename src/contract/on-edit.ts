import { z } from 'zod'
import { wholeNumber } from './field.ts'

export const DEFAULT_PAUSE_MINUTES = 1
/** Maximum minutes an edit waits for a pause, whatever is edited meanwhile. */
export const MAX_PAUSE_MINUTES = 10
export const DEFAULT_AT_MOST_EVERY_MINUTES = 5

const onEdit = z.boolean({ error: 'on_edit must be true or false' })
const pause = wholeNumber({ label: 'Minutes without edits', min: 1, max: MAX_PAUSE_MINUTES })
const atMostEvery = wholeNumber({ label: 'At most every', min: 1, max: 1440 })

/** Rule for running a task on edits of its source. Null: the setting of the type. */
export const onEditShape = {
  on_edit: onEdit.nullable().default(null),
  /** Minutes without an edit of the source before a run on edit. */
  on_edit_pause_minutes: pause.nullable().default(null),
  /** Minimum minutes between runs on edit. */
  on_edit_at_most_every_minutes: atMostEvery.nullable().default(null),
}

/** Default for tasks of a type without their own choice. */
export const onEditOfTypeShape = {
  on_edit: onEdit.default(false),
  on_edit_pause_minutes: pause.default(DEFAULT_PAUSE_MINUTES),
  on_edit_at_most_every_minutes: atMostEvery.default(DEFAULT_AT_MOST_EVERY_MINUTES),
}
