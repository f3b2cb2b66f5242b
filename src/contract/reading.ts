import { z } from 'zod'
import { splitList } from './split-list.ts'

/** How a client reads a missing value, or a value in another form. */
interface Reading {
  /** Converts a sent value (undefined for nothing) to the form of the schema, or returns it unchanged. */
  from?: (sent: unknown) => unknown
  /** Fallback for an unusable value; by default '', 0, false, an empty list or null, by the kind of the schema. */
  otherwise?: z.core.$output
}

/**
 * Rules for clients to read the values of replies. Our server follows the schemas exactly. A client also understands every
 * other reply allowed by the specification.
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

/** Reads a bare list as an object with the list in the named field. */
export function listIn(name: string) {
  return (sent: unknown): unknown => (Array.isArray(sent) ? { [name]: sent } : sent)
}
