import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  Background,
  type BuiltInEdge,
  Controls,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  type XYPosition,
} from '@xyflow/react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { TaskStatus } from '#contract/task-progress.ts'
import type { TaskType } from '#contract/task-type.ts'
import { pluralize } from '#domain/pluralize.ts'
import { allProgress } from '../../data/all-progress.ts'
import { worstStatusByType } from '../../data/task-status.ts'
import { taskStatusQuery } from '../../data/tasks.ts'
import { paths } from '../../lib/paths.ts'
import graphClasses from '../../shared/graph.module.css'
import graphStyles from '../../shared/graph-library.css?url'
import { StatusDot } from '../../shared/status-dot.tsx'
import { statusLabel } from '../../shared/task-tone.ts'
import { useIsWide } from '../../ui/use-is-wide.ts'
import classes from './type-graph.module.css'
import { layoutTypes, layoutTypeTree } from './type-graph-layout.ts'

type TypeNode = Node<
  {
    typeId: number
    name: string
    tasksCount: number
    /** Status of the most urgent task; undefined for a type without tasks. */
    state: TaskStatus | undefined
  },
  'type' | 'row'
>

const NODE_TYPES = { type: TypeGraphNode, row: TypeTreeRow }
/** Minimum width for a readable graph. */
const MIN_GRAPH_WIDTH_PX = 560
const TREE_PADDING_PX = 12
const FIT = { padding: 0.12, minZoom: 0.4, maxZoom: 1 }
const GRID_PX = 20

const GRAPH = { fitView: true, fitViewOptions: FIT, minZoom: 0.2 }
/** Offset of lines in the tree. It is shorter than the indent, so the line to a dependent is a plain corner. */
const TREE_PATH = { offset: 6 }

/** Settings that show the whole tree unscaled. A finger on the tree scrolls the page instead of panning the tree. */
const TREE = {
  defaultViewport: { x: TREE_PADDING_PX, y: TREE_PADDING_PX, zoom: 1 },
  panOnDrag: false,
  zoomOnPinch: false,
  zoomOnDoubleClick: false,
}

type States = ReturnType<typeof worstStatusByType>

/** Graph of the dependencies between types, with the live status of each. */
export function TypeGraph({ types }: { types: readonly TaskType[] }) {
  const progress = useQuery(taskStatusQuery()).data?.all_running_status
  const colorMode = useComputedColorScheme('light')
  const states = useMemo(() => worstStatusByType(allProgress(progress, [])), [progress])
  const { ref, isWide } = useIsWide(MIN_GRAPH_WIDTH_PX)
  const { positions, heightPx } = useMemo(
    () => (isWide ? { positions: layoutTypes(types), heightPx: undefined } : layoutTypeTree(types)),
    [types, isWide],
  )
  const nodes = useMemo(
    () => listNodes(types, { states, positions, kind: isWide ? 'type' : 'row' }),
    [types, states, positions, isWide],
  )
  const edges = useMemo(
    () => listEdges(types, { states, pathOptions: isWide ? {} : TREE_PATH }),
    [types, states, isWide],
  )
  return (
    <div
      ref={ref}
      className={`${graphClasses.frame} ${classes.graph}`}
      data-tree={!isWide || undefined}
      style={heightPx === undefined ? undefined : { height: heightPx + 2 * TREE_PADDING_PX }}
    >
      <link rel="stylesheet" href={graphStyles} precedence="libraries" />
      <ReactFlow
        // Remount on a switch, because graph and tree have different viewports.
        key={String(isWide)}
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        colorMode={colorMode}
        {...(isWide ? GRAPH : TREE)}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        preventScrolling={false}
        zoomOnScroll={false}
        aria-label="Dependencies of task types"
      >
        {isWide && <Background gap={GRID_PX} />}
        {isWide && <Controls showInteractive={false} />}
      </ReactFlow>
    </div>
  )
}

interface NodeOptions {
  states: States
  positions: ReadonlyMap<number, XYPosition>
  kind: 'type' | 'row'
}

function listNodes(types: readonly TaskType[], { states, positions, kind }: NodeOptions): TypeNode[] {
  return types.map((type) => ({
    id: String(type.id),
    type: kind,
    position: positions.get(type.id) ?? { x: 0, y: 0 },
    data: { typeId: type.id, name: type.name, tasksCount: type.tasks_count, state: states.get(type.id) },
  }))
}

function listEdges(
  types: readonly TaskType[],
  { states, pathOptions }: { states: States; pathOptions: { offset?: number } },
): BuiltInEdge[] {
  return types.flatMap(({ id, depends_on_id: source }) => {
    if (source === null) return []
    const isRunning = states.get(source) === 'Running'
    return {
      id: `${source}-${id}`,
      source: String(source),
      target: String(id),
      type: 'smoothstep' as const,
      pathOptions,
      animated: isRunning,
      ...(isRunning && { className: classes.runningEdge ?? '' }),
      markerEnd: { type: MarkerType.ArrowClosed },
    }
  })
}

/** A type in the graph. */
function TypeGraphNode({ data }: NodeProps<TypeNode>) {
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} className={classes.handle} />
      <TypeLink data={data} />
      <Handle type="source" position={Position.Right} isConnectable={false} className={classes.handle} />
    </>
  )
}

/** A type in the tree. The line to its dependents starts below its left end. */
function TypeTreeRow({ data }: NodeProps<TypeNode>) {
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} className={classes.handle} />
      <TypeLink data={data} />
      <Handle type="source" position={Position.Bottom} isConnectable={false} className={classes.treeHandle} />
    </>
  )
}

/** A type with its status, linked to its tasks. */
function TypeLink({ data }: Pick<NodeProps<TypeNode>, 'data'>) {
  return (
    <Link to={paths.tasksOfType(data.typeId)} className={classes.node}>
      <span className={graphClasses.name}>
        <StatusDot status={data.state ?? 'Pending'} />
        <span className={graphClasses.nameText}>{data.name}</span>
      </span>
      <span className={classes.facts}>
        {pluralize(data.tasksCount, 'task')}
        {data.state && ` · ${statusLabel(data.state)}`}
      </span>
    </Link>
  )
}
