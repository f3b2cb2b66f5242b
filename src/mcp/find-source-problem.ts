import { CallFailed } from '#client/call-failed.ts'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import { cleanText } from '#contract/field.ts'
import { matchesPattern } from '#contract/tab-pattern.ts'
import type { LookedUpFile } from './look-up-file.ts'

interface RequestedShape {
  /** The source spreadsheet. */
  id: string
  tab: string
  start_row?: number
  columns?: string | undefined
  rows?: string | undefined
}

/** Says that a source has no such tab; undefined if it has, or cannot be read. */
export function findTabProblem({ tabs }: LookedUpFile, tab: string): string | undefined {
  const wanted = cleanText(tab)
  const isKnown = wanted === '' || wanted.startsWith('#') || tabs === undefined
  if (isKnown || tabs.some((title) => matchesPattern(cleanText(title), wanted))) return undefined
  return `The source has no tab ${tab}. Its tabs are: ${tabs.join(', ')}.`
}

/** Says what a source lacks for these columns and rows; undefined if nothing, or if it cannot be read. */
export async function findShapeProblem(client: Client, shape: RequestedShape): Promise<string | undefined> {
  const { id, tab, start_row = 1, columns = '', rows = '' } = shape
  if (columns === '' && rows === '') return undefined
  try {
    const query = { tab, start_row: String(start_row), columns, rows }
    const { missing, columns: known } = await client.call(api.spreadsheets.tryShape, { params: { id }, query })
    if (missing.length === 0) return undefined
    return `The source has no column ${missing.join(', ')}. Its columns are: ${known.map(({ name }) => name).join(', ')}.`
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    return error.reply.code === 'invalid' ? error.message : undefined
  }
}
