import { Graph, layout } from '@dagrejs/dagre'
import type { TaskType } from '#contract/task-type.ts'

const NODE_WIDTH_PX = 188
const NODE_HEIGHT_PX = 56
const GAP_IN_COLUMN_PX = 14
const GAP_BETWEEN_COLUMNS_PX = 56

type Linked = Pick<TaskType, 'id' | 'depends_on_id'>

/** The position of each type by id, in pixels from the top left: dependencies are to the left of their dependents. */
export function layoutTypes(types: readonly Linked[]): Map<number, { x: number; y: number }> {
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
