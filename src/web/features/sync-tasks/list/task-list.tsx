import { useElementSize } from '@mantine/hooks'
import { type RefCallback, useLayoutEffect, useState } from 'react'
import type { CommandContext } from '../../../data/commands/command-context.ts'
import type { TaskGroup } from '../../../data/commands/task-groups.ts'
import { useDensity } from '../../../lib/density.ts'
import type { TaskLabels } from '../card/task-article.ts'
import { TaskCard } from '../card/task-card.tsx'
import { columnsIn } from './card-rows.ts'
import classes from './task-list.module.css'
import { VirtualList } from './virtual-list.tsx'

export interface TaskListProps {
  groups: readonly TaskGroup[]
  /** Identifies the filter and the page. */
  view: string
  labelOf: TaskLabels
  context: CommandContext
  isFiltered: boolean
  isListBusy: boolean
  selectedIds: ReadonlySet<number>
  /** Task to point out, because it was just added. */
  markedId: number | undefined
  onToggleSelected: (id: number, isRange: boolean) => void
}

/** The groups with as many cards side by side as fit. */
export function TaskList({ isListBusy, selectedIds, onToggleSelected, ...list }: TaskListProps) {
  const { ref, width } = useWidth()
  const columns = columnsIn(width)
  const [density] = useDensity()
  return (
    <div ref={ref}>
      {width > 0 && (
        <VirtualList {...list} look="cards" columns={columns}>
          {(tasks) => (
            <div className={classes.cards} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
              {tasks.map((task) => (
                <TaskCard
                  key={task.id}
                  task={task}
                  label={list.labelOf(task)}
                  context={list.context}
                  isListBusy={isListBusy}
                  hasFoldedFacts={density === 'compact'}
                  isSelected={selectedIds.has(task.id)}
                  isMarked={task.id === list.markedId}
                  onToggleSelected={onToggleSelected}
                />
              ))}
            </div>
          )}
        </VirtualList>
      )}
    </div>
  )
}

/**
 * Measures the width of the list in pixels before its first paint. The list then has its full height when the browser restores
 * the scroll position. The width is 0 only while the page around the list renders for the first time.
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
