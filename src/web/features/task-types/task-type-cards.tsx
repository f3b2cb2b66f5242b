import type { TaskType } from '#contract/task-type.ts'
import { formatCount } from '../../lib/format.ts'
import { DragHandle, useSortableRow } from '../../ui/sortable-rows.tsx'
import { DependencyChain } from './dependency-chain.tsx'
import { shownChunkSize } from './shown-chunk-size.ts'
import { TaskTypeActions, type TypeActions } from './task-type-actions.tsx'
import classes from './task-types.module.css'

/** The types as cards, for narrow screens. */
export function TaskTypeCards({ types, actions }: { types: readonly TaskType[]; actions: TypeActions }) {
  return (
    <ul className={classes.cards}>
      {types.map((type) => (
        <TaskTypeCard key={type.id} type={type} actions={actions} />
      ))}
    </ul>
  )
}

function TaskTypeCard({ type, actions }: { type: TaskType; actions: TypeActions }) {
  const { rowProps, handleProps } = useSortableRow(type)
  const facts = [
    ['Concurrent', type.allowed_concurrent_tasks],
    ['Queue Delay (s)', type.queue_delay_seconds],
    ['Max Retries', type.max_retries],
    ['Retry Delay (s)', type.retry_delay_seconds],
    ['Chunk Size', shownChunkSize(type)],
  ] as const
  return (
    <li {...rowProps} className={`${classes.panel} ${classes.card} ${classes.row}`}>
      <div className={classes.cardHead}>
        <DragHandle {...handleProps} />
        <h2 className={classes.nameText}>{type.name}</h2>
        <TaskTypeActions type={type} actions={actions} />
      </div>
      <DependencyChain names={type.dependency_chain} />
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatCount(value)}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
