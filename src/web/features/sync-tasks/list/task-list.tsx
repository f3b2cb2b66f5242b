import { useElementSize } from '@mantine/hooks'
import { type RefCallback, useMemo, useRef, useState } from 'react'
import type { Task } from '#contract/task.ts'
import { TaskCard } from '../card/task-card.tsx'
import type { TaskCardHandlers } from '../card/task-card-actions.tsx'
import { type CardRow, columnsIn } from './card-rows.ts'
import { type GroupHandlers, GroupHead } from './group-head.tsx'
import { MovingCards } from './moving-cards.tsx'
import type { TaskGroup } from './task-groups.ts'
import classes from './task-list.module.css'
import { useVirtualRows } from './use-virtual-rows.ts'

interface Props {
  groups: readonly TaskGroup[]
  /** Changes with the filter and the page. */
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

/** The groups and their cards. Only the rows in and near the window exist, however many tasks there are. */
export function TaskList(props: Props) {
  const { groups, view, groupHandlers } = props
  const { ref: sizeRef, width } = useWidth()
  const listRef = useRef<HTMLDivElement>(null)
  const columns = columnsIn(width)
  const { rows, virtual, layout, stuckIndex, seek } = useVirtualRows({ groups, columns, listRef })
  const order = useMemo(() => groups.flatMap(({ shown }) => shown.map(({ id }) => id)).join(), [groups])
  return (
    <div ref={sizeRef}>
      <div ref={listRef} className={classes.list} style={{ height: virtual.getTotalSize() }}>
        <StuckHead row={rows[stuckIndex]} groupHandlers={groupHandlers} />
        <MovingCards listRef={listRef} order={order} view={`${view}:${layout}`} onSeek={seek}>
          {virtual.getVirtualItems().map(({ index, key, start }) => (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={classes.listRow}
              data-stuck={index === stuckIndex || undefined}
              style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
            >
              <Row {...props} row={rows[index]} columns={columns} />
            </div>
          ))}
        </MovingCards>
      </div>
    </div>
  )
}

/** The head of the group at the window's top, whose own place has been scrolled away. */
function StuckHead({ row, groupHandlers }: Pick<RowProps, 'row' | 'groupHandlers'>) {
  if (row?.kind !== 'head') return null
  return (
    <div className={classes.stuck}>
      <div>
        <GroupHead group={row.group} handlers={groupHandlers} />
      </div>
    </div>
  )
}

function Row({ row, groupHandlers, ...props }: RowProps) {
  if (!row) return null
  if (row.kind === 'head') return <GroupHead group={row.group} handlers={groupHandlers} />
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
 * The width of an element that fills the screen's content, in pixels. It is right from the first drawing on, so that
 * a list has its full height when the browser goes back to where it was scrolled to.
 */
function useWidth(): { ref: RefCallback<HTMLDivElement | null>; width: number } {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [firstWidth] = useState(contentWidth)
  return { ref, width: width || firstWidth }
}

function contentWidth(): number {
  const main = document.getElementById('main')
  if (!main) return 0
  const { paddingLeft, paddingRight } = getComputedStyle(main)
  return main.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
}
