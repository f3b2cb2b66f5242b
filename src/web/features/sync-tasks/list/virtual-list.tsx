import { type ReactNode, useMemo, useRef } from 'react'
import type { Task } from '#contract/task.ts'
import type { CommandContext } from '../../../data/commands/command-context.ts'
import type { TaskGroup } from '../../../data/commands/task-groups.ts'
import type { CardRow } from './card-rows.ts'
import { GroupHeader } from './group-header.tsx'
import { MovingCards } from './moving-cards.tsx'
import classes from './task-list.module.css'
import type { ListLook } from './use-list-look.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

interface Props {
  groups: readonly TaskGroup[]
  /** Identifies the filter and the page. */
  view: string
  look: ListLook
  /** Number of tasks side by side. */
  columns: number
  /** The task to scroll to, as soon as it is in the list. */
  markedId: number | undefined
  context: CommandContext
  isFiltered: boolean
  /** Renders the tasks of a row. */
  children: (tasks: readonly Task[]) => ReactNode
}

/** The groups and their tasks, virtualized: only the rows in and near the window are mounted. */
export function VirtualList({ groups, view, look, columns, markedId, children, ...commands }: Props) {
  const listRef = useRef<HTMLDivElement>(null)
  const { rows, virtual, layout, stickyIndex, seek } = useVirtualRows({ groups, look, columns, listRef, markedId })
  const order = useMemo(() => groups.flatMap(({ shown }) => shown.map(({ id }) => id)).join(), [groups])
  return (
    <div ref={listRef} className={classes.list} style={{ height: virtual.getTotalSize() }}>
      <StickyHeader row={rows[stickyIndex]} {...commands} />
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
            <Row row={rows[index]} {...commands}>
              {children}
            </Row>
          </div>
        ))}
      </MovingCards>
    </div>
  )
}

interface RowProps extends Pick<Props, 'context' | 'isFiltered' | 'children'> {
  row: CardRow | undefined
}

/** Copy of a group's header, which stays at the top of the window. */
function StickyHeader({ row, ...commands }: Omit<RowProps, 'children'>) {
  if (row?.kind !== 'header') return null
  return (
    <div className={classes.sticky}>
      <div>
        <GroupHeader group={row.group} {...commands} />
      </div>
    </div>
  )
}

function Row({ row, children, ...commands }: RowProps) {
  if (!row) return null
  if (row.kind === 'cards') return children(row.tasks)
  return (
    <div data-type-id={row.group.typeId}>
      <GroupHeader group={row.group} {...commands} />
    </div>
  )
}
