import { z } from 'zod'
import { splitList } from './split-list.ts'

/** How a client reads a value a server sent in another form, or not at all. */
interface Reading {
  /** Converts a sent value (undefined for nothing) to the form of the schema, or returns it unchanged. */
  from?: (sent: unknown) => unknown
  /** Taken when nothing usable was sent; by default '', 0, false, an empty list or null, by the kind of the schema. */
  otherwise?: z.core.$output
}

/**
 * How clients read the values of replies. Our server follows the schemas exactly; a client also understands every other
 * reply the specification allows.
 */
export const reading = z.registry<Reading>()

export function isObject(sent: unknown): sent is Record<string, unknown> {
  return typeof sent === 'object' && sent !== null && !Array.isArray(sent)
}

/** Reads a list sent as comma-separated text. */
export function listFrom(sent: unknown): unknown {
  return typeof sent === 'string' ? splitList(sent) : sent
}

/** Reads times of day; 'None' is no time. */
export function timesFrom(sent: unknown): unknown {
  const times = listFrom(sent)
  return Array.isArray(times) ? times.filter((time) => time !== 'None') : times
}

/** Reads a list sent by itself instead of in a field. */
export function listIn(name: string) {
  return (sent: unknown): unknown => (Array.isArray(sent) ? { [name]: sent } : sent)
}
