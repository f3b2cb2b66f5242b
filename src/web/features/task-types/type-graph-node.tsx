import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { Link } from 'react-router'
import type { TaskStatus } from '#contract/task.ts'
import { formatCount } from '../../lib/format.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { statusLabel } from '../../ui/task-tone.ts'
import classes from './type-graph.module.css'

export type TypeNode = Node<
  {
    typeId: number
    name: string
    tasksCount: number
    /** Undefined for a type without tasks. */
    state: TaskStatus | undefined
  },
  'type'
>

/** A type in the graph; it leads to its tasks. */
export function TypeGraphNode({ data }: NodeProps<TypeNode>) {
  return (
    <Link to={`/sync_tasks?type=${data.typeId}`} className={classes.node}>
      <Handle type="target" position={Position.Left} isConnectable={false} className={classes.handle} />
      <span className={classes.name}>
        <StatusDot status={data.state ?? 'Pending'} />
        <span className={classes.nameText}>{data.name}</span>
      </span>
      <span className={classes.facts}>
        {formatCount(data.tasksCount)} {data.tasksCount === 1 ? 'task' : 'tasks'}
        {data.state && ` · ${statusLabel(data.state)}`}
      </span>
      <Handle type="source" position={Position.Right} isConnectable={false} className={classes.handle} />
    </Link>
  )
}
