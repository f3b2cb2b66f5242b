import { useComputedColorScheme } from '@mantine/core'
import {
  Background,
  type BuiltInEdge,
  Controls,
  MarkerType,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react'
import { useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { FileMap } from '#domain/chains/file-map.ts'
import { sourceKey, sourcesOf, targetKey } from '#domain/tasks/task-places.ts'
import { paths } from '../../lib/paths.ts'
import graphClasses from '../../shared/graph.module.css'
import graphStyles from '../../shared/graph-library.css?url'
import { toneOfStatus } from '../../shared/task-tone.ts'
import { FileNode, type GraphFile } from './file-node.tsx'
import classes from './map.module.css'
import { layoutFiles } from './map-layout.ts'
import type { MapTask } from './use-mapped-tasks.ts'

const NODE_TYPES = { file: FileNode }
const FIT = { padding: 0.08, maxZoom: 1 }
const GRID_PX = 20
/** Minimum zoom: some thousand files fit into the window. */
const MIN_ZOOM = 0.04
/** Minimum zoom at which texts are drawn: further away nobody can read them, and drawing them takes most of the time. */
const MIN_READABLE_ZOOM = 0.3
const CLOSE_ZOOM = 0.9

interface Props {
  map: FileMap<MapTask>
  tasks: readonly MapTask[]
  selectedId: string | undefined
  onSelect: (id: string | undefined) => void
}

/** The files as a graph. It is for the eye and the pointer: the list beside it says the same. */
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
  const places = usePlaces(map, tasks)
  const nodes = useMemo(
    () =>
      [...map.files.values()].map(
        (file): GraphFile => ({
          id: file.id,
          type: 'file',
          position: places.get(file.id) ?? { x: 0, y: 0 },
          data: { map, file, isSelected: file.id === selectedId },
        }),
      ),
    [map, places, selectedId],
  )
  const edges = useMemo(() => tasks.flatMap((task) => edgesOf(task, { map, selectedId })), [tasks, map, selectedId])
  useCenter(selectedId)
  const isFar = useStore(({ transform: [, , zoom] }) => zoom < MIN_READABLE_ZOOM)
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      colorMode={colorMode}
      fitView
      fitViewOptions={FIT}
      minZoom={MIN_ZOOM}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      onlyRenderVisibleElements
      onNodeClick={(_, node) => onSelect(node.id)}
      onEdgeClick={(_, { data }) => void navigate(paths.task(Number(data?.['taskId'])))}
      aria-label="Graph of files"
      data-far={isFar || undefined}
    >
      <Background gap={GRID_PX} />
      <Controls showInteractive={false} />
    </ReactFlow>
  )
}

/** Anew only when files, tabs or copies come or go, not with each change of a state. */
function usePlaces(map: FileMap<MapTask>, tasks: readonly MapTask[]) {
  const files = [...map.files.values()].map(({ id, tabs }) => ({ id, tabsCount: tabs.length }))
  const links = tasks.flatMap((task) =>
    sourcesOf(task).map(({ sourceSsId }) => ({ from: sourceSsId, to: task.targetSsId })),
  )
  const structure = JSON.stringify({ files, links })
  return useMemo(() => {
    const parsed = JSON.parse(structure) as { files: typeof files; links: typeof links }
    return layoutFiles(parsed.files, parsed.links)
  }, [structure])
}

/** Edges from each source of a task. */
function edgesOf(task: MapTask, { map, selectedId }: Pick<Props, 'map' | 'selectedId'>): BuiltInEdge[] {
  const tone = task.task.is_active ? toneOfStatus(task.task.task_status) : 'gray'
  return sourcesOf(task).map((source, index) => {
    const isOfSelected = selectedId !== undefined && [source.sourceSsId, task.targetSsId].includes(selectedId)
    const isFaded = selectedId !== undefined && !isOfSelected
    const styles = [classes.edge, isFaded && classes.faded, map.looping.has(task) && classes.looping]
    return {
      id: `${task.id}-${index}`,
      data: { taskId: task.id },
      source: source.sourceSsId,
      sourceHandle: sourceKey(source),
      target: task.targetSsId,
      targetHandle: targetKey(task),
      type: 'default',
      className: styles.filter(Boolean).join(' '),
      domAttributes: { 'data-tone': tone } as object,
      markerEnd: { type: MarkerType.ArrowClosed },
    }
  })
}

/** Brings a file into view once it is selected in the list. */
function useCenter(selectedId: string | undefined): void {
  const { fitView } = useReactFlow()
  useEffect(() => {
    if (selectedId !== undefined)
      void fitView({ nodes: [{ id: selectedId }], maxZoom: CLOSE_ZOOM, duration: 200, padding: 1.5 })
  }, [selectedId, fitView])
}
