import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  Background,
  Controls,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
} from '@xyflow/react'
import { countOf } from '#domain/count-of.ts'
import '@xyflow/react/dist/style.css'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { TaskStatus } from '#contract/task.ts'
import type { TaskType } from '#contract/task-type.ts'
import { allProgress } from '../../data/all-progress.ts'
import { worstStatusByType } from '../../data/task-status.ts'
import { taskStatusQuery } from '../../data/tasks.ts'
import { paths } from '../../lib/paths.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import { statusLabel } from '../../ui/task-tone.ts'
import classes from './type-graph.module.css'
import { layoutTypes } from './type-graph-layout.ts'

type TypeNode = Node<
  {
    typeId: number
    name: string
    tasksCount: number
    /** Undefined for a type without tasks. */
    state: TaskStatus | undefined
  },
  'type'
>

const NODE_TYPES = { type: TypeGraphNode }
const FIT = { padding: 0.12, minZoom: 0.4, maxZoom: 1 }
const GRID_PX = 20

type States = ReturnType<typeof worstStatusByType>

/** Graph of the dependencies between types, with the live status of each. */
export function TypeGraph({ types }: { types: readonly TaskType[] }) {
  const progress = useQuery(taskStatusQuery()).data?.all_running_status
  const colorMode = useComputedColorScheme('light')
  const states = useMemo(() => worstStatusByType(allProgress(progress, [])), [progress])
  const nodes = useMemo(() => nodesOf(types, states), [types, states])
  const edges = useMemo(() => edgesOf(types, states), [types, states])
  return (
    <div className={classes.graph}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        colorMode={colorMode}
        fitView
        fitViewOptions={FIT}
        minZoom={0.2}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        preventScrolling={false}
        zoomOnScroll={false}
        aria-label="Dependencies of task types"
      >
        <Background gap={GRID_PX} />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  )
}

function nodesOf(types: readonly TaskType[], states: States): TypeNode[] {
  const positions = layoutTypes(types)
  return types.map((type) => ({
    id: String(type.id),
    type: 'type',
    position: positions.get(type.id) ?? { x: 0, y: 0 },
    data: { typeId: type.id, name: type.name, tasksCount: type.tasks_count, state: states.get(type.id) },
  }))
}

function edgesOf(types: readonly TaskType[], states: States): Edge[] {
  return types.flatMap(({ id, depends_on_id: source }) => {
    if (source === null) return []
    const isRunning = states.get(source) === 'Running'
    return {
      id: `${source}-${id}`,
      source: String(source),
      target: String(id),
      type: 'smoothstep',
      animated: isRunning,
      ...(isRunning && { className: classes.runningEdge ?? '' }),
      markerEnd: { type: MarkerType.ArrowClosed },
    }
  })
}

/** A type in the graph, linked to its tasks. */
function TypeGraphNode({ data }: NodeProps<TypeNode>) {
  return (
    <Link to={paths.tasksOfType(data.typeId)} className={classes.node}>
      <Handle type="target" position={Position.Left} isConnectable={false} className={classes.handle} />
      <span className={classes.name}>
        <StatusDot status={data.state ?? 'Pending'} />
        <span className={classes.nameText}>{data.name}</span>
      </span>
      <span className={classes.facts}>
        {countOf(data.tasksCount, 'task')}
        {data.state && ` · ${statusLabel(data.state)}`}
      </span>
      <Handle type="source" position={Position.Right} isConnectable={false} className={classes.handle} />
    </Link>
  )
}
