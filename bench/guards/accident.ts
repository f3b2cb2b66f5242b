import type { Random } from '#tests/chaos/random.ts'
import type { Expectations, GuardedTask, Tab } from './guarded-task.ts'
import type { Sheet } from './sheet.ts'

/** A mistake in a sheet that must not be copied. */
export interface Accident {
  /** The tab after the accident; undefined if the accident cannot happen to this sheet or would barely change it. */
  apply(sheet: Sheet, random: Random): Tab | undefined
  /** Minimum rows. In a smaller sheet, the accident changes no more than an ordinary day does. */
  readonly minRows?: number
  /** Reason why the guards cannot tell the accident from an ordinary day. */
  readonly cannotBeKnown?: string
  /** Runs after the task has copied the sheet and before the accident. */
  prepare?(task: GuardedTask, sheet: Sheet): void
  /** Builds the sheet for this accident; default: a random sheet. */
  sheet?(random: Random): Sheet
  readonly expects?: (sheet: Sheet) => Expectations | undefined
  /** Builds the target as it is before the first run copies the sheet. */
  target?(sheet: Sheet, random: Random): Tab
}
