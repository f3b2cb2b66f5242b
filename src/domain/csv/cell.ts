import type { z } from 'zod'

/** A row of a file as text, by column; a column that the file does not have is undefined. */
export type CsvRecord = Readonly<Record<string, string | undefined>>

/** A number; an empty field says nothing. What is no number is left to the schema to refuse. */
export function numberOf(field: string | undefined): number | undefined {
  const text = field?.trim()
  return text ? Number(text) : undefined
}

/** True or false as spreadsheet programs write them; an empty field says nothing, the rest is left to the schema. */
export function booleanOf(field: string | undefined): boolean | string | undefined {
  const text = field?.trim().toLowerCase()
  if (text === 'true' || text === 'false') return text === 'true'
  return text || undefined
}

/** The id that a row names; anything that cannot be an id is ignored. */
export function idOf(field: string | undefined): number | undefined {
  const text = field?.trim() ?? ''
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
}

/** Keeps what a row says; the schema's defaults, or the present values, stand for the rest. */
export function saidOnly(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** Everything that a schema refuses, as one sentence after the other. */
export function faultsOf(error: z.ZodError): string {
  return [...new Set(error.issues.map((issue) => issue.message))].join('; ')
}
