import { tabIdIn } from '#contract/spreadsheet-link.ts'
import type { Task } from '#contract/task.ts'

type Tabs = Pick<Task, 'id' | 'source_sheet_name' | 'target_sheet_name'>

/** A task as failures name it. */
export interface NamedTask {
  readonly id: number
  readonly name: string
  readonly type: string
}

/** The name by which every screen, alert and log speaks of a task. */
export function taskName(task: Tabs & Pick<Task, 'name'>): string {
  return task.name || nameAfterEdit(task)
}

/** A task's name with its type, which distinguishes tasks whose tabs have the same names: `Ledger 1 (Nightly)`. */
export function withTypeName(name: string, typeName: string): string {
  return typeName === '' ? name : `${name} (${typeName})`
}

/** The heading of a task's card. */
export function cardHeading({ id, source_sheet_name, target_sheet_name }: Tabs): string {
  return titleIn(target_sheet_name) || titleIn(source_sheet_name) || `Sync Task ${id}`
}

/** The name that saving the edit form gives a task whose name nobody chose. */
export function nameAfterEdit({ id, source_sheet_name, target_sheet_name }: Tabs): string {
  return titleIn(source_sheet_name) || titleIn(target_sheet_name) || `Sync Task ${id}`
}

interface StoredName {
  readonly name: string
  readonly hasOwnName: boolean
}

interface Naming {
  /** Undefined for a new task. */
  readonly before: StoredName | undefined
  readonly sent: { readonly name?: string | undefined; readonly has_own_name?: boolean | undefined }
  /** The name that follows from the tabs. */
  readonly followed: string
}

/**
 * The name to store, and whether somebody chose it. A new name counts as chosen unless it follows from the tabs, whatever the
 * caller says of it: a caller may send back all fields of a task with another name.
 */
export function nameToStore({ before, sent, followed }: Naming): StoredName {
  const name = sent.name ?? before?.name
  if (!name) return { name: followed, hasOwnName: false }
  const isKept = name === before?.name
  if (!isKept && name !== followed) return { name, hasOwnName: true }
  return { name, hasOwnName: sent.has_own_name ?? (isKept && before.hasOwnName) }
}

/** The title of a tab; empty while only its ID is known. */
function titleIn(tabName: string): string {
  return tabIdIn(tabName) === undefined ? tabName : ''
}
