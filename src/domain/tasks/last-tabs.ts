import type { NamedTask } from './task-name.ts'

/** A tab. Its ID stays the same after a rename. */
export interface TabId {
  sheetId: number
  title: string
  /** Whether other tasks and people may have written there since then. */
  isReleased?: true
}

/** Tabs of a task's last copy. A side is null if no copy has used the tab the task names there. */
export interface LastTabs {
  readonly source: TabId | null
  readonly target: TabId | null
}

/** A tab of the last hand-out of a task. */
export interface FoundTarget extends TabId {
  readonly value: string
  readonly targetSsId: string
}

/** A tab another task has copied to. */
export interface TakenTab {
  readonly sheetId: number
  readonly task: NamedTask
}

export const NO_TABS: LastTabs = { source: null, target: null }
