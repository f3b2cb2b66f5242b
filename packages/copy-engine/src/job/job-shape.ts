import { type Region, regionFrom } from '#domain/copy/region.ts'
import type { AppendPlace, AppendState } from '#domain/shape/place-append.ts'
import type { Shape } from '#domain/shape/shape.ts'

/** A shape on the day when the run started. */
export interface JobShape extends Shape {
  /** The serial number of this day in the zone of schedules. */
  today: number
  /** For a task that appends: the state of its rows as known before the target is read. */
  append?: AppendState
  /** Where the new rows go, once the target has been read. `region` says so too. */
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
