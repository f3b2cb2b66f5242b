import { Table } from '@mantine/core'
import type { TaskType } from '#contract/task-type.ts'
import { formatCount } from '../../lib/format.ts'
import { DragHandle, useSortableRow } from '../../ui/sortable-rows.tsx'
import { DependencyChain } from './dependency-chain.tsx'
import { shownChunkSize } from './shown-chunk-size.ts'
import { TaskTypeActions, type TypeActions } from './task-type-actions.tsx'
import classes from './task-types.module.css'

/** Minimum width for all columns. */
export const TABLE_MIN_WIDTH_PX = 980

const NUMBER_COLUMNS = ['Concurrent', 'Queue Delay (s)', 'Max Retries', 'Retry Delay (s)', 'Chunk Size']

/** The types as rows, for wide screens. */
export function TaskTypeTable({ types, actions }: { types: readonly TaskType[]; actions: TypeActions }) {
  return (
    <div className={classes.panel}>
      <Table verticalSpacing={6} horizontalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.nameHead}>Name</Table.Th>
            <Table.Th className={classes.chainHead}>Dependency Chain</Table.Th>
            {NUMBER_COLUMNS.map((label) => (
              <Table.Th key={label} className={classes.number}>
                {label}
              </Table.Th>
            ))}
            <Table.Th className={classes.actionsHead}>Actions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {types.map((type) => (
            <TaskTypeRow key={type.id} type={type} actions={actions} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function TaskTypeRow({ type, actions }: { type: TaskType; actions: TypeActions }) {
  const { rowProps, handleProps } = useSortableRow(type)
  const numbers = [
    type.allowed_concurrent_tasks,
    type.queue_delay_seconds,
    type.max_retries,
    type.retry_delay_seconds,
    shownChunkSize(type),
  ]
  return (
    <Table.Tr {...rowProps} className={classes.row}>
      <Table.Td>
        <span className={classes.name}>
          <DragHandle {...handleProps} />
          <span className={classes.nameText}>{type.name}</span>
        </span>
      </Table.Td>
      <Table.Td>
        <DependencyChain names={type.dependency_chain} />
      </Table.Td>
      {numbers.map((value, index) => (
        <Table.Td key={NUMBER_COLUMNS[index]} className={classes.number}>
          {formatCount(value)}
        </Table.Td>
      ))}
      <Table.Td>
        <TaskTypeActions type={type} actions={actions} />
      </Table.Td>
    </Table.Tr>
  )
}
