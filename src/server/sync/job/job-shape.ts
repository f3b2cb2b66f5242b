import { type Region, regionFrom } from '#domain/copy/region.ts'
import type { Shape } from '#domain/shape/shape.ts'

/** A shape on the day on which the run began. */
export interface JobShape extends Shape {
  /** The serial number of that day in the zone of schedules. */
  today: number
}

/** The part of a job that says where it writes in its target tab. */
export interface PlacedJob {
  startRow: number
  shape?: JobShape
}

export function regionOf({ startRow, shape }: PlacedJob): Region {
  return shape?.region ?? regionFrom(startRow)
}
