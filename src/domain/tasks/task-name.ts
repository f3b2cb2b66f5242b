import { tabIdIn } from '#contract/spreadsheet-link.ts'
import type { Task } from '#contract/task.ts'

type Tabs = Pick<Task, 'id' | 'source_sheet_name' | 'target_sheet_name'>

/** A task as failures name it. */
export interface NamedTask {
  readonly id: number
  readonly name: string
  readonly type: string
}

/** The name of a task on every screen and in every alert and log. */
export function taskName(task: Tabs & Pick<Task, 'name'>): string {
  return task.name || nameAfterEdit(task)
}

/** A task's name with its type, because tabs may share names: `Ledger 1 (Nightly)`. */
export function withTypeName(name: string, typeName: string): string {
  return typeName === '' ? name : `${name} (${typeName})`
}

/** The heading of a task's card. */
export function cardHeading({ id, source_sheet_name, target_sheet_name }: Tabs): string {
  return titleIn(target_sheet_name) || titleIn(source_sheet_name) || `Sync Task ${id}`
}

/** Name derived by the edit form if nobody chose a name. */
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

type SentName = Naming['sent']

/**
 * Decides the name to store, and whether somebody chose it. A new name counts as chosen unless it follows from the tabs,
 * whatever the caller claims: a caller may send back all fields of a task with another name.
 */
export function nameToStore({ before, sent, followed }: Naming): StoredName {
  const name = sent.name ?? before?.name
  if (!name || (!before && sent.has_own_name === false)) return { name: followed, hasOwnName: false }
  const isKept = name === before?.name
  if (!isKept && name !== followed) return { name, hasOwnName: true }
  return { name, hasOwnName: sent.has_own_name ?? (isKept && before.hasOwnName) }
}

/** Whether the app chooses the name for this request. */
export function leavesNameOpen(sent: SentName, before?: Pick<StoredName, 'name'>): boolean {
  if (!before) return !sent.name || sent.has_own_name === false
  return sent.name !== undefined && sent.name !== before.name && (sent.name === '' || sent.has_own_name === false)
}

/** Maximum length of the part of a spreadsheet's title in the name of a task. */
const MAX_TITLE_LENGTH = 80

/**
 * Lists default names for a new task in order of preference: `Data`, `Data (North branch)`, `Data (North branch 2)`, or
 * `Data (2)` for a spreadsheet without a known title.
 */
export function* listDerivedNames({ followed, title = '' }: { followed: string; title?: string }): Generator<string> {
  const shown = title.trim().slice(0, MAX_TITLE_LENGTH).trim()
  yield followed
  if (shown !== '') yield `${followed} (${shown})`
  for (let number = 2; ; number++) yield `${followed} (${shown === '' ? number : `${shown} ${number}`})`
}

/** Returns the first free name. */
export function chooseFreeName(names: Iterable<string>, isTaken: (name: string) => boolean): string {
  for (const name of names) if (!isTaken(name)) return name
  throw new Error('All names are taken')
}

/** The title of a tab; empty while only its ID is known. */
function titleIn(tabName: string): string {
  return tabIdIn(tabName) === undefined ? tabName : ''
}
