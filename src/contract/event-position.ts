/** Reply header with the last event before the data of the reply were read. */
export const EVENT_POSITION_HEADER = 'x-event-position'

/** Position of a page in a stream of events. */
export interface EventPosition {
  stream: string
  /** Number of the last received event. */
  number: number
}

/** Reads a position from the ID of an event. */
export function positionFrom(id: string): EventPosition | undefined {
  const split = id.lastIndexOf('.')
  const number = Number(id.slice(split + 1))
  return split > 0 && Number.isInteger(number) ? { stream: id.slice(0, split), number } : undefined
}

/** ETag of a reply kept up to date by events. */
export function tagOfPosition(position: string): string {
  return `W/"live.${position}"`
}

export function positionInTag(tag: string): string | undefined {
  return /^W\/"live\.([\w.-]+)"$/.exec(tag)?.[1]
}
