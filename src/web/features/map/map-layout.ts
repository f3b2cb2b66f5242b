import { type Link, layerFiles, listNeighbors } from './layer-files.ts'

export const NODE_WIDTH_PX = 220
export const FILE_HEIGHT_PX = 38
export const TAB_HEIGHT_PX = 24
const GAP_IN_COLUMN_PX = 18
const GAP_BETWEEN_COLUMNS_PX = 90
const GAP_BETWEEN_GROUPS_PX = 40
const AREA_NAME_HEIGHT_PX = 40
/** Desired ratio of width to height of the whole map. */
const ASPECT = 1.6

export interface LaidOutFile {
  readonly id: string
  readonly tabsCount: number
  /** Name of the type of the tasks that fill or copy it. */
  readonly area: string
}

interface Box {
  x: number
  y: number
}

interface Area extends Box {
  name: string
}

interface Layout {
  places: ReadonlyMap<string, Box>
  /** Names of the areas, above their files; empty for a single area. */
  areas: readonly Area[]
}

/**
 * Finds the place of each file by ID, in pixels from the top left. A file is to the right of the files that fill it.
 * Connected files are in the area of the first file, and areas are below each other.
 */
export function layoutFiles(files: readonly LaidOutFile[], links: readonly Link[]): Layout {
  const linksFrom = Map.groupBy(links, ({ from }) => from)
  const byArea = Map.groupBy(connectedGroups(files, links), ([first]) => first?.area ?? '')
  const places = new Map<string, Box>()
  const areas: Area[] = []
  let top = 0
  for (const [name, groups] of byArea) {
    if (byArea.size > 1) {
      areas.push({ name, x: 0, y: top })
      top += AREA_NAME_HEIGHT_PX
    }
    const laidOut = groups.map((group) => {
      const linksOfGroup = group.flatMap(({ id }) => linksFrom.get(id) ?? [])
      return layoutGroup(group, linksOfGroup)
    })
    top += packGroups(laidOut, { top, places }) + GAP_BETWEEN_GROUPS_PX
  }
  return { places, areas }
}

/** Groups files that copies connect, the largest group first. A layout per group takes much less time than a whole layout. */
function connectedGroups(files: readonly LaidOutFile[], links: readonly Link[]): LaidOutFile[][] {
  const neighbors = new Map<string, string[]>(files.map(({ id }) => [id, []]))
  for (const { from, to } of links) {
    neighbors.get(from)?.push(to)
    neighbors.get(to)?.push(from)
  }
  const byId = new Map(files.map((file) => [file.id, file]))
  const visited = new Set<string>()
  const groups = files.flatMap(({ id }) => {
    if (visited.has(id)) return []
    const group = new Set([id])
    for (const one of group) for (const other of neighbors.get(one) ?? []) group.add(other)
    for (const one of group) visited.add(one)
    return [[...group].flatMap((one) => byId.get(one) ?? [])]
  })
  return groups.toSorted((one, other) => other.length - one.length)
}

interface Group {
  places: Map<string, Box>
  width: number
  height: number
}

function layoutGroup(files: readonly LaidOutFile[], links: readonly Link[]): Group {
  const sized = files.map(({ id, tabsCount }) => ({ id, height: measureHeight(tabsCount) }))
  const columns = layerFiles(sized, links)
  const { before } = listNeighbors(sized, links)
  const middles = new Map<string, number>()
  const places = new Map<string, Box>()
  for (const [index, column] of columns.entries()) {
    let nextY = 0
    for (const { id, height } of column) {
      // Place the file beside the middle of its sources, or lower if another file is already there.
      const wanted = mean((before.get(id) ?? []).flatMap((source) => middles.get(source) ?? []))
      const y = Math.max(nextY, wanted === undefined ? 0 : wanted - height / 2)
      places.set(id, { x: index * (NODE_WIDTH_PX + GAP_BETWEEN_COLUMNS_PX), y })
      middles.set(id, y + height / 2)
      nextY = y + height + GAP_IN_COLUMN_PX
    }
  }
  const heights = sized.map(({ id, height }) => (places.get(id)?.y ?? 0) + height)
  const width = columns.length * (NODE_WIDTH_PX + GAP_BETWEEN_COLUMNS_PX) - GAP_BETWEEN_COLUMNS_PX
  return { places, width, height: Math.max(0, ...heights) }
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length
}

export function measureHeight(tabsCount: number): number {
  return FILE_HEIGHT_PX + tabsCount * TAB_HEIGHT_PX
}

/** Places groups side by side in rows, so the map is about as wide as a window. Returns the total height. */
function packGroups(groups: readonly Group[], { top, places }: { top: number; places: Map<string, Box> }): number {
  const area = groups.reduce(
    (sum, { width, height }) => sum + (width + GAP_BETWEEN_GROUPS_PX) * (height + GAP_BETWEEN_GROUPS_PX),
    0,
  )
  const maxWidth = Math.max(...groups.map(({ width }) => width), Math.sqrt(area * ASPECT))
  const row = { x: 0, y: 0, height: 0 }
  for (const group of groups) {
    if (row.x > 0 && row.x + group.width > maxWidth) {
      row.y += row.height + GAP_BETWEEN_GROUPS_PX
      row.x = 0
      row.height = 0
    }
    for (const [id, { x, y }] of group.places) places.set(id, { x: row.x + x, y: top + row.y + y })
    row.x += group.width + GAP_BETWEEN_GROUPS_PX
    row.height = Math.max(row.height, group.height)
  }
  return row.y + row.height
}
