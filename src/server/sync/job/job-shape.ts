import { type Region, regionFrom } from '#domain/copy/region.ts'
import type { AppendPlace, AppendState } from '#domain/shape/place-append.ts'
import type { Shape } from '#domain/shape/shape.ts'

/** A shape on the day of the run's start. */
export interface JobShape extends Shape {
  /** The serial number of the day in the zone of schedules. */
  today: number
  /** For an appending task: the known facts about its rows before the target was read. */
  append?: AppendState
  /** Where they go, once it was. `region` says so too. */
  place?: AppendPlace
}

/** The place of a job's writes in its target tab. */
export interface PlacedJob {
  startRow: number
  shape?: JobShape
}

export function regionOf({ startRow, shape }: PlacedJob): Region {
  return shape?.region ?? regionFrom(startRow)
}

/** The number of target columns without a source: the columns left of the region, and the column of the times. */
export function leftColumnsOf({ region, timeColumn }: Pick<Shape, 'region' | 'timeColumn'>): number {
  return region.firstColumn - 1 + Number(timeColumn !== undefined)
}
