import { z } from 'zod'
import { wholeNumber } from './field.ts'

export const DEFAULT_PAUSE_MINUTES = 1
/** Maximum time for which an edit waits for a pause, whatever else is edited meanwhile. */
export const MAX_PAUSE_MINUTES = 10
export const DEFAULT_AT_MOST_EVERY_MINUTES = 5

const onEdit = z.boolean({ error: 'on_edit must be true or false' })
const pause = wholeNumber({ label: 'Minutes without edits', min: 1, max: MAX_PAUSE_MINUTES })
const atMostEvery = wholeNumber({ label: 'At most every', min: 1, max: 1440 })

/** When an edit of its source runs a task. Null: as the type says. */
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
