import { IconArrowRight } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { TaskListProps } from '../list/task-list.tsx'
import { VirtualList } from '../list/virtual-list.tsx'
import type { OpenMenu } from '../menu/task-menu.tsx'
import classes from './rows.module.css'
import { TaskPanel } from './task-panel.tsx'
import { type RowHandlers, TaskRow } from './task-row.tsx'
import { focusName, useRowKeys } from './use-row-keys.ts'

const BESIDE_MENU = ['run', 'stop', 'preview'] as const
const TaskMenu = lazy(async () => ({ default: (await import('../menu/task-menu.tsx')).TaskMenu }))

/** The groups and their tasks, one line each. A click on a task opens its card beside the list. */
export function TaskRows({ isListBusy, selectedIds, onToggleSelected, ...list }: TaskListProps) {
  const { context } = list
  const [openId, setOpenId] = useState<number>()
  const [menu, setMenu] = useState<OpenMenu>()
  const open = useMemo(
    () => list.groups.flatMap(({ shown }) => shown).find(({ id }) => id === openId),
    [list.groups, openId],
  )
  const { onKeyDown, onMounted } = useRowKeys(list.groups)
  const rowHandlers = useMemo(
    (): RowHandlers => ({
      onMounted,
      onOpen: ({ id }) => setOpenId((now) => (now === id ? undefined : id)),
      onMenu: (task, button) => setMenu({ task, button }),
      onToggleSelected,
    }),
    [onMounted, onToggleSelected],
  )
  const close = () => {
    setOpenId(undefined)
    if (open) focusName(open.id)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move from row to row */}
      <div className={classes.rows} onKeyDown={onKeyDown}>
        <Headings />
        <VirtualList {...list} look="rows" columns={1}>
          {(tasks) =>
            tasks.map((task) => (
              <TaskRow
                key={task.id}
                task={task}
                label={list.labelOf(task)}
                context={context}
                rowHandlers={rowHandlers}
                isListBusy={isListBusy}
                isSelected={selectedIds.has(task.id)}
                isMarked={task.id === list.markedId}
                isOpen={task.id === openId}
              />
            ))
          }
        </VirtualList>
      </div>
      {menu && (
        <Suspense fallback={null}>
          <TaskMenu {...menu} {...{ context, isListBusy }} without={BESIDE_MENU} onClose={() => setMenu(undefined)} />
        </Suspense>
      )}
      {open && (
        <TaskPanel task={open} label={list.labelOf(open)} context={context} isListBusy={isListBusy} onClose={close} />
      )}
    </>
  )
}

/** Column headings for the eye only. For screen readers, each cell has its own name. */
function Headings() {
  return (
    <div className={classes.headings} aria-hidden>
      <span />
      <span className={classes.state}>State</span>
      <span>Task</span>
      <span className={classes.copies}>
        Source <IconArrowRight size={12} /> target
      </span>
      <span className={classes.copied}>Last copied</span>
      <span className={classes.bars}>Last runs</span>
      <span className={classes.changed}>Changed</span>
      <span className={classes.next}>Next run</span>
    </div>
  )
}
