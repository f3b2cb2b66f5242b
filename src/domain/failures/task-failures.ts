import type { FixAction } from '#contract/fix-action.ts'
import type { FreshnessCause } from '#contract/freshness.ts'
import { tabIdIn } from '#contract/spreadsheet-link.ts'
import { MAX_TARGETS } from '#contract/task-fields.ts'
import { quotedTab } from '#domain/copy/a1.ts'
import { fileIdentity, formatFileName, type NamedFile } from '#domain/copy/named-file.ts'
import { formatDuration } from '#domain/duration.ts'
import { type Explanation, held } from '#domain/explanation.ts'
import { describeFreshnessCause } from '#domain/freshness/cause-text.ts'
import { describePromise, type FreshPromise, fixOfFreshnessCause } from '#domain/freshness/promise.ts'
import { findGuard } from '#domain/guards/guards.ts'
import { pluralize } from '#domain/pluralize.ts'
import { describeMissing, type MissingColumn } from '#domain/shape/place-columns.ts'
import type { NamedTask } from '#domain/tasks/task-name.ts'
import { explainFolder, type FolderFacts } from './folder-failure.ts'
import { type AccountFacts, grantScope } from './grant-scope.ts'
import { explainTargetList, type TargetListFacts } from './target-list-failure.ts'

/** Facts of task problems other than refusals by the provider. */
export interface TaskFacts {
  same_tab: { readonly file: NamedFile; readonly tab: string }
  /** Another task writes to the tab, which was not known when the task was saved. */
  tab_taken: { readonly file: NamedFile; readonly tab: string; readonly task: NamedTask }
  /** The tab holds a chart or a data source instead of cells. */
  tab_without_cells: { readonly file: NamedFile; readonly tab: string }
  /** The tab does not exist. An empty title means the first visible tab. */
  no_tab: { readonly file: NamedFile; readonly tab: string; readonly tabs: readonly string[] }
  /** Columns copied or tested by the task, by their names in the task. */
  source_column_missing: {
    readonly file: NamedFile
    readonly tab: string
    readonly columns: readonly MissingColumn[]
  }
  /** A run's rows in its target are not where earlier attempts wrote them, or have no room there. */
  appended_rows_moved: { readonly file: NamedFile; readonly tab: string }
  /** Each time the run wrote to rows by their keys, other rows were there. */
  keyed_rows_moved: { readonly file: NamedFile; readonly tab: string; readonly tries: number }
  /** Two values of a hand-out lead to the same tab or are equal. */
  values_clash: { readonly values: readonly string[]; readonly tab: string }
  /** A sheet lists targets a run cannot use. */
  target_list_wrong: TargetListFacts
  /** A target of a hand-out is the tab that lists the targets. */
  target_is_list: { readonly file: NamedFile; readonly tab: string }
  too_many_values: { readonly column: string; readonly count: number }
  in_trash: { readonly file: NamedFile }
  /** Drive does not say whether the source was edited: it refused, in Google's words, or no account may ask it. */
  edits_unseen: {
    readonly account: string
    readonly file: NamedFile
    readonly detail: string
    readonly lack?: AccountFacts | undefined
  }
  changed_tab_deleted: { readonly file: NamedFile; readonly tab: string }

  folder_unusable: FolderFacts

  /** A person may no longer sign in, so these channels are turned off. */
  person_left: { readonly person: string; readonly channels: readonly string[]; readonly mail: readonly string[] }
  /** A shared account, and who stored its key. */
  key_stored: { readonly account: string; readonly by: string; readonly changed: number; readonly isInactive: boolean }
  /** The run did not start, because a prerequisite of the same wave ended without a copy. */
  not_run: StoppedBy
  not_started: { readonly dueTime: string }
  started_late: { readonly dueTime: string; readonly lateMs: number }
  time_skipped: { readonly dueTime: string; readonly lateMs: number }
  not_fresh: FreshPromise & { readonly why: FreshnessCause }
  no_success: { readonly hours: number }
  servers_lost: { readonly attempts: number }
  server_lost: object
  /** A problem of the server's machine, e.g. `has no space left on its disk`. */
  server_problem: { readonly problem: string }
  /** A problem of the node, e.g. `cannot write temporary files` or its lost database. */
  node_fault: { readonly problem: string }
  database_lost: object
  /** The database rejected the result of the run. */
  end_not_saved: { readonly problem: string }
  task_deleted: object
  unexpected: object
  /** Only the text is known: the failure is older than stored facts, or a rule with its own text refused it. */
  unknown: { readonly reason: string; readonly action?: FixAction }
}

/** The prerequisite that kept a run from starting, and how it ended. */
interface StoppedBy {
  readonly task: NamedTask
  readonly status: 'Error' | 'Stopped'
}

/** Google's long explanation would push the fix out of sight. */
function firstSentence(words: string): string {
  return words.split(/(?<=\.) /)[0] ?? words
}

type TaskCause = keyof TaskFacts
export type TaskFailure = { [K in TaskCause]: { readonly cause: K } & TaskFacts[K] }[TaskCause]

const taskFailures: { readonly [C in TaskCause]: (facts: TaskFacts[C]) => Explanation } = {
  same_tab: ({ file, tab }) => ({
    subject: `${fileIdentity(file)} ${tab}`,
    reason: `Source and target are the same tab, ${quotedTab(tab)}.`,
    fix: 'Choose another target tab.',
  }),
  tab_taken: ({ file, tab, task: { name, type } }) => ({
    subject: `${fileIdentity(file)} ${tab}`,
    reason: `'${name}' (${type}) already writes to the tab ${quotedTab(tab)} of ${formatFileName(file)}.`,
    ...held('Choose another target tab.'),
  }),
  tab_without_cells: ({ file, tab }) => ({
    subject: `${fileIdentity(file)} ${tab}`,
    reason: `The tab ${quotedTab(tab)} of ${formatFileName(file)} holds a chart or a data source instead of cells.`,
    fix: 'Choose another tab.',
  }),
  no_tab: ({ file, tab, tabs }) => ({
    subject: `${fileIdentity(file)} ${tab}`,
    reason: `There is no ${tabWanted(tab)} in ${formatFileName(file)}.`,
    fix:
      tabs.length === 0 ? 'Add a tab to it.' : `Choose one of its tabs in the task: ${tabs.map(quotedTab).join(', ')}.`,
  }),
  source_column_missing: ({ file, tab, columns }) => ({
    subject: `${fileIdentity(file)} ${tab}`,
    reason: `The tab ${quotedTab(tab)} of ${formatFileName(file)} has no ${columns.length === 1 ? 'column' : 'columns'} ${columns.map(describeMissing).join(', ')}.`,
    ...held(
      `Rename the ${columns.length === 1 ? 'column' : 'columns'} back, or change the columns and rows of the task.`,
    ),
  }),
  appended_rows_moved: ({ file, tab }) => ({
    subject: `${fileIdentity(file)} ${tab}`,
    reason: `Rows of the tab ${quotedTab(tab)} of ${formatFileName(file)} were inserted, deleted, sorted or filled while this run added its own.`,
    fix: 'Run the task again: it removes the rows of this run, and appends all rows anew.',
  }),
  keyed_rows_moved: ({ file, tab, tries }) => ({
    subject: `${fileIdentity(file)} ${tab}`,
    reason: `Rows of the tab ${quotedTab(tab)} of ${formatFileName(file)} were sorted, inserted or deleted each of the ${tries} times that this run wrote to them. Cells of other rows that it met were put back.`,
    fix: 'Run the task again while nobody moves rows there.',
  }),
  values_clash: ({ values, tab }) => ({
    subject: null,
    reason: `${values.length === 0 ? 'Two values' : `The values ${values.map((value) => `"${value}"`).join(' and ')}`} have the same target${tab === '' ? '' : `, the tab ${quotedTab(tab)}`}.`,
    ...held('Give each value a target of its own, or rename one of them in the source.'),
  }),
  target_list_wrong: explainTargetList,
  target_is_list: ({ file, tab }) => ({
    subject: `${fileIdentity(file)} ${tab}`,
    reason: `The tab ${quotedTab(tab)} lists the targets, so no rows are written to it.`,
    ...held('Give this value another tab in the list.'),
  }),
  too_many_values: ({ column, count }) => ({
    subject: null,
    reason: `The column "${column}" has ${pluralize(count, 'different value')}; a task hands rows out to at most ${MAX_TARGETS} targets.`,
    ...held('Choose another column to split by.'),
  }),
  in_trash: ({ file }) => ({
    subject: fileIdentity(file),
    reason: `${formatFileName(file)} is in the trash; Drive deletes it after 30 days.`,
    fix: 'Restore it, or choose another spreadsheet in the task.',
  }),
  edits_unseen: ({ account, file, detail, lack }) => {
    if (lack) {
      const reason = `Edits do not start this task: ${account} may not ask Google Drive about files.`
      return { subject: account, reason, fix: `${grantScope(lack).fix} Until then, give the task a scheduled time.` }
    }
    const subject = `${account} ${detail && fileIdentity(file)}`
    if (detail === '') {
      const why = account === '' ? 'no Google account is set up' : `${account} granted access to spreadsheets alone`
      const reason = `Edits do not start this task: Nano Sync cannot ask Google Drive, because ${why}.`
      return { subject, reason, fix: 'Give the task a scheduled time, or have it use a service account.' }
    }
    return {
      subject,
      reason: `Edits do not start this task: Google Drive does not tell ${account} whether ${formatFileName(file)} was edited. Google says: "${firstSentence(detail)}"`,
      fix: 'Enable the Google Drive API in the Google Cloud project, and share the spreadsheet with the account. Until then, give the task a scheduled time.',
    }
  },
  changed_tab_deleted: ({ file, tab }) => ({
    subject: `${fileIdentity(file)} ${tab}`,
    reason: `The tab ${quotedTab(tab)} of ${formatFileName(file)} was deleted since, so it cannot be restored.`,
    fix: 'Google keeps it in the version history.',
  }),
  folder_unusable: explainFolder,
  person_left: ({ person, channels, mail }) => ({
    subject: person,
    reason: [
      `${person} may no longer sign in here.`,
      ...(channels.length > 0 ? [`Turned off: ${quotedNames(channels)}.`] : []),
      ...(mail.length > 0 ? [`No longer mailed to this address: ${quotedNames(mail)}.`] : []),
    ].join(' '),
    fix: "Their tasks are held until somebody takes them over under 'Held tasks'. Check the alert channels in Settings.",
  }),
  key_stored: ({ account, by, changed, isInactive }) => ({
    subject: account,
    reason: `${by} stored a Google key. ${pluralize(changed, 'active task')} ${isInactive ? 'that would read and write as' : changed === 1 ? 'reads and writes as' : 'read and write as'} ${account}${isInactive ? ' were deactivated' : ' from now on'}.`,
    fix: `If you did not expect this, ask ${by}, or have the key deleted under Settings › Connect Google.`,
  }),
  not_run: ({ task: { id, name, type }, status }) => ({
    subject: String(id),
    reason: `Not run: its prerequisite '${name}' (${type}) ${status === 'Error' ? 'ended in an error' : 'was stopped'}.`,
  }),
  not_started: ({ dueTime }) => ({
    subject: dueTime,
    reason: `Due at ${dueTime}, and not started 30 minutes later.`,
  }),
  started_late: ({ dueTime, lateMs }) => ({
    subject: dueTime,
    reason: `Due at ${dueTime}, and started ${formatDuration(lateMs)} later because no server was running.`,
  }),
  time_skipped: ({ dueTime, lateMs }) => ({
    subject: dueTime,
    reason: `Due at ${dueTime}, and skipped: no server was running until ${formatDuration(lateMs)} later.`,
    fix: 'Run it now, or wait for its next time.',
  }),
  not_fresh: ({ why, ...promise }) => ({
    subject: `${why} ${describePromise(promise)}`,
    reason: `Promised to be ${describePromise(promise)}, but ${describeFreshnessCause(why)}.`,
    fix: fixOfFreshnessCause(why),
  }),
  no_success: ({ hours }) => ({
    subject: String(hours),
    reason: `No run has succeeded for ${hours} h.`,
    fix: 'See the log of the task.',
  }),
  servers_lost: ({ attempts }) => ({
    subject: '',
    reason: `Gave up after ${attempts} attempts: the server went down each time.`,
  }),
  server_lost: () => ({ subject: '', reason: 'The server that read this task went away.', fix: 'Preview again.' }),
  server_problem: ({ problem }) => ({ subject: problem, reason: `The server that read this task ${problem}.` }),
  node_fault: ({ problem }) => ({ subject: problem, reason: `The server that ran this task ${problem}.` }),
  database_lost: () => ({ subject: '', reason: 'The server that ran this task lost its connection to the database.' }),
  end_not_saved: ({ problem }) => ({
    subject: problem,
    reason: `The end of the run could not be saved: ${problem}.`,
    fix: 'The target may have been changed. Run it again: a run writes only cells that still differ. See the server log for details.',
  }),
  task_deleted: () => ({ subject: null, reason: 'The task was deleted.' }),
  unexpected: () => ({ subject: '', reason: 'Unexpected error.', fix: 'See the server log for details.' }),
  unknown: ({ reason, action }) => ({ subject: reason, reason, action }),
}

/** Explains a failure of a task, or why a copy is held. A later version may have stored an unknown cause. */
export function explainTaskFailure(failure: { readonly cause: string }): Explanation {
  const { cause } = failure
  const isOwn = Object.hasOwn(taskFailures, cause)
  const explainOwn = isOwn ? (taskFailures[cause as TaskCause] as (facts: object) => Explanation) : undefined
  const explanation = explainOwn?.(failure) ?? findGuard(cause)?.explain(failure)
  if (!explanation) return { subject: '', reason: `Failed: ${cause}.` }
  const written = explanation.written && (writtenBy(failure) ?? explanation.written)
  return {
    ...explanation,
    ...(written && { written }),
    ...('source' in failure && typeof failure.source === 'string' && { source: failure.source }),
  }
}

/** Says how much a held run had written, or that a source keeps its rows in the target; undefined for neither. */
function writtenBy(failure: object): string | undefined {
  if ('keepsItsRows' in failure && failure.keepsItsRows === true) return 'Its last rows stay in the target.'
  if (!('written' in failure) || typeof failure.written !== 'number') return undefined
  return `Earlier in this run, up to ${pluralize(failure.written, 'cell')} had been written.`
}

function tabWanted(name: string): string {
  const id = tabIdIn(name)
  if (id !== undefined) return `tab with the ID ${id} of the link`
  return name === '' ? 'tab with cells' : `tab named ${quotedTab(name)}`
}

function quotedNames(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}
