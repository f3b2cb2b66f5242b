import { type Region, regionFrom } from '#domain/copy/region.ts'
import type { AppendPlace, AppendState } from '#domain/shape/place-append.ts'
import type { Shape } from '#domain/shape/shape.ts'

/** A shape on the day when the run started. */
export interface JobShape extends Shape {
  /** Serial number of the day when the run started, in the time zone of schedules. */
  today: number
  /** State of the rows of a task that appends, as known before the target is read. */
  append?: AppendState
  /** Place of the new rows, once the target has been read. `region` agrees with it. */
  place?: AppendPlace
}

/** The part of a job that says where it writes in its target tab. */
export interface PlacedJob {
  startRow: number
  shape?: JobShape
}

export function regionOf({ startRow, shape }: PlacedJob): Region {
  return shape?.region ?? regionFrom(startRow)
}

/** Number of target columns not from the source: the columns left of the region, and the time column. */
export function leftColumnsOf({ region, timeColumn }: Pick<Shape, 'region' | 'timeColumn'>): number {
  return region.firstColumn - 1 + Number(timeColumn !== undefined)
}
