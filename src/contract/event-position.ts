/** The reply header that names the last event before the reply was read. */
export const EVENT_POSITION_HEADER = 'x-event-position'

/** How far a page has received a stream of events. */
export interface EventPosition {
  stream: string
  /** The number of the last event it has received. */
  number: number
}

/** As the ID of an event names it. */
export function positionFrom(id: string): EventPosition | undefined {
  const split = id.lastIndexOf('.')
  const number = Number(id.slice(split + 1))
  return split > 0 && Number.isInteger(number) ? { stream: id.slice(0, split), number } : undefined
}

/** Tag of a reply that events have kept up to date since. */
export function tagOfPosition(position: string): string {
  return `W/"live.${position}"`
}

export function positionInTag(tag: string): string | undefined {
  return /^W\/"live\.([\w.-]+)"$/.exec(tag)?.[1]
}
