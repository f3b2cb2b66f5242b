import { countOf } from '#domain/count-of.ts'

/** Target cells edited by hand since the last run. */
export interface HandEdits {
  readonly count: number
  /** Address of the first cell, such as `B7`. */
  readonly first: string
}

/** `14 cells were edited by hand since the last run, the first in B7.` */
export function describeEdits({ count, first }: HandEdits): string {
  if (count === 1) return `1 cell was edited by hand since the last run, ${first}.`
  return `${countOf(count, 'cell')} were edited by hand since the last run, the first in ${first}.`
}
