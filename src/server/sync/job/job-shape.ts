import { type Region, regionFrom } from '#domain/copy/region.ts'
import type { AppendPlace, AppendState } from '#domain/shape/place-append.ts'
import type { Shape } from '#domain/shape/shape.ts'

/** A shape on the day on which the run began. */
export interface JobShape extends Shape {
  /** The serial number of that day in the zone of schedules. */
  today: number
  /** For a task that appends: what is known of its rows before the target was read. */
  append?: AppendState
  /** Where they go, once it was. `region` says so too. */
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

/** How many columns of the target are not of the source: those left of the region, and that of the times. */
export function leftColumnsOf({ region, timeColumn }: Pick<Shape, 'region' | 'timeColumn'>): number {
  return region.firstColumn - 1 + Number(timeColumn !== undefined)
}
