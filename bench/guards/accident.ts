import type { Random } from '#tests/chaos/random.ts'
import type { Expectations, GuardedTask, Tab } from './guarded-task.ts'
import type { Sheet } from './sheet.ts'

/** Something that nobody wants to have copied. */
export interface Accident {
  /** The tab after it; undefined if it cannot happen to this sheet, or would change almost nothing. */
  happen(sheet: Sheet, random: Random): Tab | undefined
  /** With fewer rows, it changes no more than ordinary days do. */
  readonly minRows?: number
  /** Why the guards cannot tell it from an ordinary day. */
  readonly cannotBeKnown?: string
  /** Before the accident, once the task has copied the sheet. */
  prepare?(task: GuardedTask, sheet: Sheet): void
  /** A sheet of its kind; a random one if absent. */
  sheet?(random: Random): Sheet
  readonly expects?: (sheet: Sheet) => Expectations | undefined
  /** The target before the first run, which copies the sheet. */
  target?(sheet: Sheet, random: Random): Tab
}
