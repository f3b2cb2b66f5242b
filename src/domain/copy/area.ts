import { cellAddress } from './a1.ts'

/** A rectangle of cells. Rows and columns count from 1; both ends are inclusive. */
export interface Area {
  firstRow: number
  firstColumn: number
  lastRow: number
  lastColumn: number
}

export function overlaps(one: Area, other: Area): boolean {
  return (
    one.firstRow <= other.lastRow &&
    other.firstRow <= one.lastRow &&
    one.firstColumn <= other.lastColumn &&
    other.firstColumn <= one.lastColumn
  )
}

export function cellArea({ row, column }: { row: number; column: number }): Area {
  return { firstRow: row, lastRow: row, firstColumn: column, lastColumn: column }
}

/** The part of an area in the first rows and columns; at least one of each. */
export function clipArea(area: Area, { rows, columns }: { rows: number; columns: number }): Area {
  const [lastRow, lastColumn] = [Math.min(area.lastRow, rows), Math.min(area.lastColumn, columns)]
  return { ...area, lastRow: Math.max(area.firstRow, lastRow), lastColumn: Math.max(area.firstColumn, lastColumn) }
}

/** `B4:D4`, or `B4` for a single cell. */
export function areaName({ firstRow, firstColumn, lastRow, lastColumn }: Area): string {
  const first = cellAddress({ row: firstRow, column: firstColumn })
  const last = cellAddress({ row: lastRow, column: lastColumn })
  return first === last ? first : `${first}:${last}`
}

const MAX_NAMED = 3

/** `B4:D4, F4, F6 and 12 more`. */
export function areaNames({ areas, count }: { areas: readonly Area[]; count: number }): string {
  const named = areas.slice(0, MAX_NAMED).map(areaName).join(', ')
  const others = count - Math.min(areas.length, MAX_NAMED)
  return others > 0 ? `${named} and ${others.toLocaleString('en-US')} more` : named
}

/** Maximum stored segments of a column; further segments are only counted. */
const MAX_SEGMENTS = 2_000

export interface AreaCollector {
  /** Adds a cell. Cells must arrive row by row. */
  add(cell: { row: number; column: number }): void
  /** The areas so far, ordered by first row, and how many there are. */
  collected(): { areas: Area[]; count: number }
}

/** Joins adjacent cells of a column into segments, and equal segments of adjacent columns into areas. */
export function collectAreas(): AreaCollector {
  const segments: Area[] = []
  const latestByColumn = new Map<number, Area>()
  let uncollected = 0
  return {
    add({ row, column }) {
      const segment = latestByColumn.get(column)
      if (segment && segment.lastRow >= row - 1) {
        segment.lastRow = row
      } else if (segments.length === MAX_SEGMENTS) {
        uncollected += 1
      } else {
        const started = { firstRow: row, firstColumn: column, lastRow: row, lastColumn: column }
        segments.push(started)
        latestByColumn.set(column, started)
      }
    },
    collected() {
      const areas = joinNeighbors(segments)
      return { areas, count: areas.length + uncollected }
    },
  }
}

function joinNeighbors(segments: readonly Area[]): Area[] {
  const sorted = segments.toSorted((one, other) => one.firstRow - other.firstRow || one.firstColumn - other.firstColumn)
  const areas: Area[] = []
  for (const segment of sorted) {
    const left = areas.at(-1)
    const isNeighbor =
      left?.firstRow === segment.firstRow &&
      left.lastRow === segment.lastRow &&
      left.lastColumn === segment.firstColumn - 1
    if (left && isNeighbor) left.lastColumn = segment.lastColumn
    else areas.push({ ...segment })
  }
  return areas
}
