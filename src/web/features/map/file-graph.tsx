import { useComputedColorScheme } from '@mantine/core'
import {
  Background,
  type BuiltInEdge,
  Controls,
  MarkerType,
  ReactFlow,
  type ReactFlowInstance,
  ReactFlowProvider,
  useReactFlow,
  useStore,
  useStoreApi,
} from '@xyflow/react'
import { useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { type FileMap, listMappedTargets } from '#domain/chains/file-map.ts'
import { listSources, sourceKey, targetKey } from '#domain/tasks/task-places.ts'
import { paths } from '../../lib/paths.ts'
import graphClasses from '../../shared/graph.module.css'
import graphStyles from '../../shared/graph-library.css?url'
import { toneOfStatus } from '../../shared/task-tone.ts'
import { AreaNode, type GraphArea } from './area-node.tsx'
import { FileNode, type GraphFile } from './file-node.tsx'
import { foldTargets } from './fold-targets.ts'
import classes from './map.module.css'
import { layoutFiles, measureHeight, NODE_WIDTH_PX } from './map-layout.ts'
import { openingFiles } from './opening-files.ts'
import type { MapTask } from './use-mapped-tasks.ts'

type GraphNode = GraphFile | GraphArea
type Graph = ReturnType<typeof foldTargets>

const NODE_TYPES = { file: FileNode, area: AreaNode }
const FIT = { padding: 0.08, maxZoom: 1 }
const GRID_PX = 20
/** Minimum zoom. It lets a few thousand files fit into the window. */
const MIN_ZOOM = 0.04
/** Minimum zoom for drawing texts. Smaller texts are unreadable, and drawing them takes most of the time. */
const MIN_READABLE_ZOOM = 0.3
const CLOSE_ZOOM = 0.9
/** Minimum zoom of the first view. It shows the smallest texts 9 px high. */
const MIN_OPENING_ZOOM = 9 / 11

interface Props {
  map: FileMap<MapTask>
  tasks: readonly MapTask[]
  selectedId: string | undefined
  onSelect: (id: string | undefined) => void
}

/** Shows the files as a graph, for eye and pointer only: the list beside it has the same content. */
export function FileGraph(props: Props) {
  return (
    <div className={`${graphClasses.frame} ${classes.graph}`}>
      <link rel="stylesheet" href={graphStyles} precedence="libraries" />
      <ReactFlowProvider>
        <Flow {...props} />
      </ReactFlowProvider>
    </div>
  )
}

function Flow({ map, tasks, selectedId, onSelect }: Props) {
  const colorMode = useComputedColorScheme('light')
  const navigate = useNavigate()
  const graph = useMemo(() => foldTargets(map, tasks), [map, tasks])
  const { places, areas } = useLayout(graph, tasks)
  const shownId = findShownId(map, graph, selectedId)
  const nodes = useMemo(() => {
    const files = graph.files.map(
      (file): GraphFile => ({
        id: file.id,
        type: 'file',
        position: places.get(file.id) ?? { x: 0, y: 0 },
        initialWidth: NODE_WIDTH_PX,
        initialHeight: measureHeight(file.tabs.length),
        data: { map, file, isSelected: file.id === shownId },
      }),
    )
    const names = areas.map(({ name, x, y }): GraphArea => {
      return { id: `area-${name}`, type: 'area', position: { x, y }, data: { name } }
    })
    return [...files, ...names]
  }, [map, graph, places, areas, shownId])
  const edges = useMemo(
    () => tasks.flatMap((task) => listEdges(task, { map, graph, shownId })),
    [tasks, map, graph, shownId],
  )
  useCenter(shownId)
  const open = useOpening(map, graph, tasks)
  const openNode = (id: string) => {
    const task = graph.folded.get(id)
    if (task) void navigate(paths.task(task.id))
    else onSelect(id)
  }
  const isFar = useStore(({ transform: [, , zoom] }) => zoom < MIN_READABLE_ZOOM)
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      colorMode={colorMode}
      {...(selectedId === undefined && { onInit: open })}
      minZoom={MIN_ZOOM}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      onlyRenderVisibleElements
      onNodeClick={(_, { id, type }) => type === 'file' && openNode(id)}
      onEdgeClick={(_, { data }) => void navigate(paths.task(Number(data?.['taskId'])))}
      aria-label="Graph of files"
      data-far={isFar || undefined}
    >
      <Background gap={GRID_PX} />
      <Controls showInteractive={false} fitViewOptions={FIT} />
    </ReactFlow>
  )
}

/** Lays out the graph. Repeats the layout only when files, tabs or copies change, not with each change of a state. */
function useLayout(graph: Graph, tasks: readonly MapTask[]) {
  const files = graph.files.map(({ id, tabs }) => {
    const [first] = tabs.flatMap(({ filledBy, copiedBy }) => [...filledBy, ...copiedBy])
    return { id, tabsCount: tabs.length, area: first?.typeName ?? '' }
  })
  const links = tasks.flatMap((task) => {
    const targets = new Set(listTargetPlaces(task, graph).map(({ fileId }) => fileId))
    return listSources(task).flatMap(({ sourceSsId: from }) => [...targets].map((to) => ({ from, to })))
  })
  const structure = JSON.stringify({ files, links })
  return useMemo(() => {
    const parsed = JSON.parse(structure) as { files: typeof files; links: typeof links }
    return layoutFiles(parsed.files, parsed.links)
  }, [structure])
}

/** Finds the node that shows a file: its own node, or the node that it is folded into. */
function findShownId({ files }: FileMap<MapTask>, { places }: Graph, fileId: string | undefined): string | undefined {
  const [tab] = files.get(fileId ?? '')?.tabs ?? []
  return places.get(tab?.key ?? '')?.fileId
}

/** Lists the places where the graph shows a task's targets, each place once. */
function listTargetPlaces(task: MapTask, { places }: Graph) {
  return [
    ...new Map(
      listMappedTargets(task).flatMap((target) => {
        const place = places.get(targetKey(target))
        return place ? [[place.tabKey, place] as const] : []
      }),
    ).values(),
  ]
}

interface EdgeOptions {
  map: FileMap<MapTask>
  graph: Graph
  shownId: string | undefined
}

/** Builds an edge from each source of a task to each target. */
function listEdges(task: MapTask, { map, graph, shownId }: EdgeOptions): BuiltInEdge[] {
  const tone = task.task.is_active ? toneOfStatus(task.task.task_status) : 'gray'
  const targets = listTargetPlaces(task, graph)
  return listSources(task).flatMap((source, from) =>
    targets.map(({ fileId, tabKey }, to): BuiltInEdge => {
      const isFaded = shownId !== undefined && ![source.sourceSsId, fileId].includes(shownId)
      const styles = [classes.edge, isFaded && classes.faded, map.looping.has(task) && classes.looping]
      return {
        id: `${task.id}-${from}-${to}`,
        data: { taskId: task.id },
        source: source.sourceSsId,
        sourceHandle: sourceKey(source),
        target: fileId,
        targetHandle: tabKey,
        type: 'default',
        className: styles.filter(Boolean).join(' '),
        domAttributes: { 'data-tone': tone } as object,
        markerEnd: { type: MarkerType.ArrowClosed },
      }
    }),
  )
}

/** Opens the map at a readable zoom: the whole map if it fits, otherwise the files to see first. */
function useOpening(map: FileMap<MapTask>, graph: Graph, tasks: readonly MapTask[]) {
  const store = useStoreApi()
  return ({ getNodes, getNodesBounds, fitView }: ReactFlowInstance<GraphNode, BuiltInEdge>) => {
    const { width, height } = store.getState()
    const bounds = getNodesBounds(getNodes())
    const margin = 1 + 2 * FIT.padding
    const isReadable = Math.min(width / bounds.width, height / bounds.height) >= MIN_OPENING_ZOOM * margin
    const opening = openingFiles(map, tasks).flatMap((id) => findShownId(map, graph, id) ?? [])
    const ids = isReadable ? graph.files.map(({ id }) => id) : opening
    void fitView({ ...FIT, minZoom: MIN_OPENING_ZOOM, nodes: ids.map((id) => ({ id })) })
  }
}

/** Brings a file into view when it is selected in the list. */
function useCenter(selectedId: string | undefined): void {
  const { fitView } = useReactFlow()
  useEffect(() => {
    if (selectedId !== undefined)
      void fitView({ nodes: [{ id: selectedId }], maxZoom: CLOSE_ZOOM, duration: 200, padding: 1.5 })
  }, [selectedId, fitView])
}
