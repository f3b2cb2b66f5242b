/** A file and its height in the graph. */
export interface SizedFile {
  readonly id: string
  readonly height: number
}

export interface Link {
  readonly from: string
  readonly to: string
}

interface Column {
  readonly files: SizedFile[]
}

const SWEEPS = 4

/**
 * Places files in columns. A file is to the right of the files that fill it, unless they copy in a circle. Within a column,
 * files follow the order of their neighbors, so few links cross. The time grows in proportion to the links. A general library
 * takes seconds for a few hundred files.
 */
export function layerFiles(files: readonly SizedFile[], links: readonly Link[]): SizedFile[][] {
  const neighbors = listNeighbors(files, links)
  const ranks = listRanks(files, neighbors)
  const columns: Column[] = []
  for (const file of files) {
    const rank = ranks.get(file.id) ?? 0
    while (columns.length <= rank) columns.push({ files: [] })
    columns[rank]?.files.push(file)
  }
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const isForward = sweep % 2 === 0
    const places = placesIn(columns)
    for (const column of isForward ? columns : columns.toReversed()) {
      const towards = isForward ? neighbors.before : neighbors.after
      const wanted = new Map(
        column.files.map(({ id }) => [id, meanPlace(towards.get(id) ?? [], places) ?? places.get(id) ?? 0]),
      )
      column.files.sort((one, other) => (wanted.get(one.id) ?? 0) - (wanted.get(other.id) ?? 0))
      for (const [index, { id }] of column.files.entries()) places.set(id, index / column.files.length)
    }
  }
  return columns.map((column) => column.files)
}

interface Neighbors {
  readonly before: ReadonlyMap<string, string[]>
  readonly after: ReadonlyMap<string, string[]>
}

export function listNeighbors(files: readonly SizedFile[], links: readonly Link[]): Neighbors {
  const before = new Map<string, string[]>(files.map(({ id }) => [id, []]))
  const after = new Map<string, string[]>(files.map(({ id }) => [id, []]))
  for (const { from, to } of links) {
    if (from === to || !before.has(to)) continue
    after.get(from)?.push(to)
    before.get(to)?.push(from)
  }
  return { before, after }
}

/** Finds the column of each file, right after the columns of the files that fill it. Ignores a link that closes a circle. */
function listRanks(files: readonly SizedFile[], { before }: Neighbors): Map<string, number> {
  const ranks = new Map<string, number>()
  const open = new Set<string>()
  for (const { id: first } of files) {
    // A loop instead of recursion, because a chain can be as long as the number of files.
    const stack = [first]
    for (let id = stack.at(-1); id !== undefined; id = stack.at(-1)) {
      const sources = before.get(id) ?? []
      const next = ranks.has(id)
        ? undefined
        : sources.find((source) => !ranks.has(source) && !open.has(source) && source !== id)
      open.add(id)
      if (next !== undefined) {
        stack.push(next)
        continue
      }
      if (!ranks.has(id)) ranks.set(id, Math.max(-1, ...sources.map((source) => ranks.get(source) ?? -1)) + 1)
      open.delete(id)
      stack.pop()
    }
  }
  return ranks
}

/** Relative place of each file in its column, from 0 at the top to 1 at the bottom. */
function placesIn(columns: readonly Column[]): Map<string, number> {
  return new Map(columns.flatMap(({ files }) => files.map(({ id }, index) => [id, index / files.length] as const)))
}

function meanPlace(ids: readonly string[], places: ReadonlyMap<string, number>): number | undefined {
  if (ids.length === 0) return undefined
  return ids.reduce((sum, id) => sum + (places.get(id) ?? 0), 0) / ids.length
}
