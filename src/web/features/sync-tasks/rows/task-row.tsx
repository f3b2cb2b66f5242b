import { IconArrowRight, IconDots } from '@tabler/icons-react'
import { type ChangeEvent, type MouseEvent, memo, useEffect } from 'react'
import type { Task } from '#contract/task.ts'
import { isOverdue } from '#domain/schedule/is-overdue.ts'
import { taskName } from '#domain/tasks/task-name.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { useAppInfo } from '../../../data/app-info.ts'
import type { CommandContext } from '../../../data/commands/command-context.ts'
import { useTaskCommand } from '../../../data/commands/use-task-command.ts'
import { isStoppable } from '../../../data/task-status.ts'
import { formatCount, formatExactTime, formatRelative, formatShortTime } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { freshnessNow } from '../../../shared/freshness-now.ts'
import { freshnessText } from '../../../shared/freshness-text.ts'
import { StatusDot } from '../../../shared/status-dot.tsx'
import controls from '../card/card-controls.module.css'
import { IconButton } from '../card/card-controls.tsx'
import { countSheets } from '../card/count-sheets.ts'
import { percentDone } from '../card/progress-text.ts'
import { RecentRunBars } from '../card/recent-run-bars.tsx'
import { buildArticle } from '../card/task-article.ts'
import { formatEnd, formatPlace, rowState } from './row-state.ts'
import classes from './rows.module.css'

/** Handlers of a row. Pass a stable object, so rows do not re-render. */
export interface RowHandlers {
  onMounted: (taskId: number) => void
  onOpen: (task: Task) => void
  /** Opens the menu of further actions below `button`. */
  onMenu: (task: Task, button: HTMLElement) => void
  onToggleSelected: (id: number, isRange: boolean) => void
}

interface Props {
  task: Task
  label: string
  context: CommandContext
  rowHandlers: RowHandlers
  isListBusy: boolean
  isSelected: boolean
  isMarked: boolean
  isOpen: boolean
}

/** Row of a task. Uses plain elements, as cards do. */
export const TaskRow = memo(function TaskRow(props: Props) {
  const { task, label, rowHandlers, isSelected, isMarked, isOpen } = props
  const name = taskName(task)
  const percent = task.task_status === 'Running' ? percentDone(task) : undefined
  const { onMounted } = rowHandlers
  useEffect(() => onMounted(task.id), [onMounted, task.id])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button with the name does the same
    <article
      className={classes.row}
      {...buildArticle(task, { label, isSelected, isMarked })}
      data-open={isOpen || undefined}
      onClick={(event) => !isOnControl(event) && rowHandlers.onOpen(task)}
    >
      <input
        type="checkbox"
        tabIndex={-1}
        className={controls.select}
        aria-label={`Select ${label}`}
        aria-keyshortcuts="Shift+Space"
        checked={isSelected}
        onChange={(event) => rowHandlers.onToggleSelected(task.id, hasShift(event))}
      />
      <span className={classes.state} title={task.waiting_for ?? undefined}>
        <StatusDot status={task.task_status} />
        <span className={classes.stateText}>{rowState(task)}</span>
      </span>
      <button
        type="button"
        className={classes.name}
        aria-expanded={isOpen}
        title={name}
        onClick={() => rowHandlers.onOpen(task)}
      >
        {name}
      </button>
      <Copies task={task} />
      <Times task={task} />
      <RowActions {...props} />
      {percent !== undefined && (
        <span className={classes.progress} data-tone="orange" style={{ width: `${percent}%` }} aria-hidden />
      )}
    </article>
  )
})

function Copies({ task }: { task: Task }) {
  const source = { tab: task.source_sheet_name, title: task.source_ss_name, id: task.source_ss_id }
  const sheets = countSheets(task)
  const target = sheets
    ? { tab: '', title: sheets, id: '' }
    : { tab: task.target_sheet_name, title: task.target_ss_name, id: task.target_ss_id }
  return (
    <span className={classes.copies} title={`${formatPlace(source)} → ${formatPlace(target)}`}>
      <span className={classes.end}>{formatEnd(source)}</span>
      <IconArrowRight size={12} role="img" aria-label="to" />
      <span className={classes.end}>{formatEnd(target)}</span>
    </span>
  )
}

function Times({ task }: { task: Task }) {
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(MINUTE_MS)
  const { last_successful_run: copiedAt, last_due_at: dueAt, next_run_at: nextAt } = task
  const { freshness } = task
  const isOver = isOverdue(task)
  const isLate = isOver || (freshness !== null && freshnessNow(freshness, nowMs) === 'late')
  const promise = freshness ? `. ${freshnessText(freshness, { nowMs, timezone })}` : ''
  const exact = (at: string | null) => formatExactTime(at, { timezone })
  const copied = copiedAt ? formatRelative(copiedAt, nowMs) : 'Never'
  const hasEnded = !task.running_status && task.cells_changed !== null
  return (
    <>
      <span
        className={classes.copied}
        data-late={isLate || undefined}
        data-none={copiedAt === null || undefined}
        title={`Last copied ${exact(copiedAt)}${isOver ? `; it was due ${exact(dueAt)}` : ''}${promise}`}
      >
        <span className={classes.spoken}>Last copied </span>
        {copied}
        {isLate && <span className={classes.spoken}>, late</span>}
      </span>
      <span className={classes.bars}>
        <RecentRunBars taskId={task.id} runs={task.recent_runs} isInRow />
      </span>
      <span
        className={classes.changed}
        data-none={!hasEnded || task.cells_changed === 0 || undefined}
        title="Cells that the last run changed"
      >
        {hasEnded ? formatCount(task.cells_changed ?? 0) : '-'}
        <span className={classes.spoken}> cells changed</span>
      </span>
      <span className={classes.next} title={nextAt ? `Next run ${exact(nextAt)}` : undefined}>
        <span className={classes.spoken}>Next run </span>
        {nextText({ task, nowMs, timezone })}
      </span>
    </>
  )
}

function nextText({ task, ...zone }: { task: Task; nowMs: number; timezone: string | undefined }): string {
  if (!task.is_active) return 'Inactive'
  return task.next_run_at ? formatShortTime(task.next_run_at, { ...zone, hasSeconds: false }) : '-'
}

/** Buttons of a row, shown while it has the pointer or the focus. */
function RowActions({ task, label: name, context, rowHandlers, isListBusy }: Props) {
  const command = useTaskCommand(task, { context, isListBusy })
  return (
    <span className={classes.actions}>
      <IconButton taskName={name} {...command(isStoppable(task) ? 'stop' : 'run')} isInRow />
      {context.preview && <IconButton taskName={name} {...command('preview')} isInRow />}
      <button
        type="button"
        className={controls.icon}
        aria-label={`More actions for ${name}`}
        title="More actions"
        tabIndex={-1}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => rowHandlers.onMenu(task, currentTarget)}
      >
        <IconDots size={16} aria-hidden />
      </button>
    </span>
  )
}

function isOnControl({ target, currentTarget }: MouseEvent): boolean {
  return target instanceof Element && currentTarget.contains(target) && target.closest('a, button, input') !== null
}

function hasShift({ nativeEvent }: ChangeEvent): boolean {
  return nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey
}
