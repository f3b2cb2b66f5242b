import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import type { Task } from '#contract/task.ts'
import { type Density, useDensity } from '../../../lib/density.ts'
import { TaskCard } from '../card/task-card.tsx'
import type { TaskCardHandlers } from '../card/task-card-actions.tsx'
import { type CardRow, cardRows, columnsIn } from './card-rows.ts'
import { type GroupHandlers, GroupHead } from './group-head.tsx'
import type { TaskGroup } from './task-groups.ts'
import classes from './task-list.module.css'
import { useWidth } from './use-width.ts'

/** How high rows are before they are measured. */
const ESTIMATES_PX = {
  comfortable: { head: 44, cards: 345 },
  compact: { head: 36, cards: 264 },
} satisfies Record<Density, Record<CardRow['kind'], number>>
const OVERSCAN_ROWS = 3
/** The app's own header covers this much of the window's top. */
const COVERED_PX = 52

interface Props {
  groups: readonly TaskGroup[]
  cardHandlers: TaskCardHandlers
  groupHandlers: GroupHandlers
  isListBusy: boolean
  selectedIds: ReadonlySet<number>
  onToggleSelected: (id: number, isRange: boolean) => void
}

interface CardsRowProps extends Omit<Props, 'groups' | 'groupHandlers'> {
  tasks: readonly Task[]
  columns: number
}

/** The groups and their cards. Only the rows in and near the window exist, however many tasks there are. */
export function TaskList(props: Props) {
  const { groups, groupHandlers } = props
  const { ref: sizeRef, width } = useWidth()
  const listRef = useRef<HTMLDivElement>(null)
  const columns = columnsIn(width)
  const density = useDensity()
  const rows = useMemo(() => cardRows(groups, columns), [groups, columns])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => ESTIMATES_PX[density][rows[index]?.kind ?? 'cards'],
    getItemKey: (index) => `${density}:${columns}:${rows[index]?.key}`,
    overscan: OVERSCAN_ROWS,
    scrollMargin: listRef.current?.offsetTop ?? 0,
  })
  const stuckIndex = headAt(rows, virtual.getVirtualItemForOffset((virtual.scrollOffset ?? 0) + COVERED_PX))
  const stuck = rows[stuckIndex]
  return (
    <div ref={sizeRef}>
      <div ref={listRef} className={classes.list} style={{ height: virtual.getTotalSize() }}>
        {stuck?.kind === 'head' && (
          <div className={classes.stuck}>
            <div>
              <GroupHead group={stuck.group} handlers={groupHandlers} />
            </div>
          </div>
        )}
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={classes.listRow}
              data-stuck={index === stuckIndex || undefined}
              style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
            >
              {row.kind === 'head' ? (
                <GroupHead group={row.group} handlers={groupHandlers} />
              ) : (
                <CardsRow {...props} tasks={row.tasks} columns={columns} />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function CardsRow({ tasks, columns, cardHandlers, isListBusy, selectedIds, onToggleSelected }: CardsRowProps) {
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

/** The index of the head over the row at the top of the window, -1 while the list has not been scrolled past one. */
function headAt(rows: readonly CardRow[], top: VirtualItem | undefined): number {
  if (!top) return -1
  const head = rows.findLastIndex(({ kind }, index) => kind === 'head' && index <= top.index)
  return top.index > 0 || head > 0 ? head : -1
}
