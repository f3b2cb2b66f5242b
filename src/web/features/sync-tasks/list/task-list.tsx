import { useElementSize } from '@mantine/hooks'
import { type RefCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Task } from '#contract/task.ts'
import { TaskCard } from '../card/task-card.tsx'
import type { TaskCardHandlers } from '../card/task-card-actions.tsx'
import { type CardRow, columnsIn } from './card-rows.ts'
import { type GroupHandlers, GroupHeader } from './group-header.tsx'
import { MovingCards } from './moving-cards.tsx'
import type { TaskGroup } from './task-groups.ts'
import classes from './task-list.module.css'
import { useVirtualRows } from './use-virtual-rows.ts'

interface Props {
  groups: readonly TaskGroup[]
  /** Identifies the filter and the page. */
  view: string
  cardHandlers: TaskCardHandlers
  groupHandlers: GroupHandlers
  isListBusy: boolean
  selectedIds: ReadonlySet<number>
  onToggleSelected: (id: number, isRange: boolean) => void
}

interface RowProps extends Omit<Props, 'groups' | 'view'> {
  row: CardRow | undefined
  columns: number
}

interface CardsProps extends Omit<RowProps, 'row' | 'groupHandlers'> {
  tasks: readonly Task[]
}

/** The groups and their cards, as many side by side as fit. */
export function TaskList(props: Props) {
  const { ref, width } = useWidth()
  return <div ref={ref}>{width > 0 && <Rows {...props} columns={columnsIn(width)} />}</div>
}

/** The rows of the list, virtualized: only those in and near the window are mounted. */
function Rows(props: Props & { columns: number }) {
  const { groups, view, groupHandlers, columns } = props
  const listRef = useRef<HTMLDivElement>(null)
  const { rows, virtual, layout, stickyIndex, seek } = useVirtualRows({ groups, columns, listRef })
  const order = useMemo(() => groups.flatMap(({ shown }) => shown.map(({ id }) => id)).join(), [groups])
  return (
    <div ref={listRef} className={classes.list} style={{ height: virtual.getTotalSize() }}>
      <StickyHeader row={rows[stickyIndex]} groupHandlers={groupHandlers} />
      <MovingCards listRef={listRef} order={order} view={`${view}:${layout}`} onSeek={seek}>
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <div
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            className={classes.listRow}
            data-sticky={index === stickyIndex || undefined}
            style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
          >
            <Row {...props} row={rows[index]} />
          </div>
        ))}
      </MovingCards>
    </div>
  )
}

/** A copy of the header of the group at the top of the window. */
function StickyHeader({ row, groupHandlers }: Pick<RowProps, 'row' | 'groupHandlers'>) {
  if (row?.kind !== 'header') return null
  return (
    <div className={classes.sticky}>
      <div>
        <GroupHeader group={row.group} handlers={groupHandlers} />
      </div>
    </div>
  )
}

function Row({ row, groupHandlers, ...props }: RowProps) {
  if (!row) return null
  if (row.kind === 'header')
    return (
      <div data-type-id={row.group.typeId}>
        <GroupHeader group={row.group} handlers={groupHandlers} />
      </div>
    )
  return <Cards {...props} tasks={row.tasks} />
}

function Cards({ tasks, columns, cardHandlers, isListBusy, selectedIds, onToggleSelected }: CardsProps) {
  return (
    <div className={classes.cards} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {tasks.map((task) => (
        <TaskCard
          key={task.id}
          task={task}
          handlers={cardHandlers}
          isListBusy={isListBusy}
          isSelected={selectedIds.has(task.id)}
          onToggleSelected={onToggleSelected}
        />
      ))}
    </div>
  )
}

/**
 * The width of the list in pixels. It is known before the first paint of the list, which then has its full height when the
 * browser restores the scroll position; it is 0 only while the page around the list is rendered for the first time.
 */
function useWidth(): { ref: RefCallback<HTMLDivElement | null>; width: number } {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [initialWidth, setInitialWidth] = useState(contentWidth)
  useLayoutEffect(() => setInitialWidth(contentWidth), [])
  return { ref, width: width || initialWidth }
}

function contentWidth(): number {
  const main = document.getElementById('main')
  if (!main) return 0
  const { paddingLeft, paddingRight } = getComputedStyle(main)
  return main.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
}
