import { Graph, layout } from '@dagrejs/dagre'
import type { TaskType } from '#contract/task-type.ts'

const NODE_WIDTH_PX = 188
const NODE_HEIGHT_PX = 56
const GAP_IN_COLUMN_PX = 14
const GAP_BETWEEN_COLUMNS_PX = 56
const GAP_IN_TREE_PX = 12
const MAX_INDENT_PX = 24
/** Maximum indent of the deepest type in a tree. Together with a node, it fits a window of 360 px. */
const MAX_TOTAL_INDENT_PX = 110

type Linked = Pick<TaskType, 'id' | 'depends_on_id'>
type Positions = ReadonlyMap<number, { x: number; y: number }>

/** Finds the position of each type by ID, in pixels from the top left. Dependencies are to the left of their dependents. */
export function layoutTypes(types: readonly Linked[]): Positions {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: GAP_IN_COLUMN_PX, ranksep: GAP_BETWEEN_COLUMNS_PX })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const type of types) graph.setNode(String(type.id), { width: NODE_WIDTH_PX, height: NODE_HEIGHT_PX })
  for (const { id, depends_on_id } of types) {
    if (depends_on_id !== null && graph.hasNode(String(depends_on_id))) graph.setEdge(String(depends_on_id), String(id))
  }
  layout(graph)
  return new Map(
    types.map(({ id }) => {
      const { x = 0, y = 0 } = graph.node(String(id))
      return [id, { x: x - NODE_WIDTH_PX / 2, y: y - NODE_HEIGHT_PX / 2 }]
    }),
  )
}

/** Lays out types for narrow windows: a type per line, indented below its prerequisite. */
export function layoutTypeTree(types: readonly Linked[]): { positions: Positions; heightPx: number } {
  const ids = new Set(types.map(({ id }) => id))
  const byDependency = Map.groupBy(types, ({ depends_on_id }) =>
    depends_on_id !== null && ids.has(depends_on_id) ? depends_on_id : null,
  )
  const rows: { id: number; depth: number }[] = []
  const addDependents = (parent: number | null, depth: number): void => {
    for (const { id } of byDependency.get(parent) ?? []) {
      rows.push({ id, depth })
      addDependents(id, depth + 1)
    }
  }
  addDependents(null, 0)
  const maxDepth = Math.max(1, ...rows.map(({ depth }) => depth))
  const indentPx = Math.min(MAX_INDENT_PX, MAX_TOTAL_INDENT_PX / maxDepth)
  const rowPx = NODE_HEIGHT_PX + GAP_IN_TREE_PX
  return {
    positions: new Map(rows.map(({ id, depth }, row) => [id, { x: depth * indentPx, y: row * rowPx }])),
    heightPx: Math.max(0, rows.length * rowPx - GAP_IN_TREE_PX),
  }
}
