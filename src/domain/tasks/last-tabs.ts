import type { NamedTask } from './task-name.ts'

/** A tab, which keeps its id when it is renamed. */
export interface TabId {
  sheetId: number
  title: string
  /** Whether other tasks and people may have written there since. */
  isReleased?: true
}

/** The tabs of a task's last copy; null for an end if no copy used the tab that the task names there. */
export interface LastTabs {
  readonly source: TabId | null
  readonly target: TabId | null
}

/** A tab of the last hand-out of a task. */
export interface FoundTarget extends TabId {
  readonly value: string
  readonly targetSsId: string
}

/** A tab to which another task has copied. */
export interface TakenTab {
  readonly sheetId: number
  readonly task: NamedTask
}

export const NO_TABS: LastTabs = { source: null, target: null }
