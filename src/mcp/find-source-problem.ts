import { z } from 'zod'
import { CallFailed } from '#client/call-failed.ts'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import { cleanText } from '#contract/field.ts'
import { tabIdIn } from '#contract/spreadsheet-link.ts'
import { matchesPattern } from '#contract/tab-pattern.ts'
import type { ToolAnswer } from './answer.ts'
import type { LookedUpFile } from './look-up-file.ts'

/** Maximum existing tabs or columns listed if a tab or column is missing. */
const MAX_LISTED = 20

/** Fields of `data` that come with a problem of a source. */
export const sourceProblemData = {
  missing: z.array(z.string()),
  tabs: z.array(z.string()),
  columns: z.array(z.string()),
  message: z.string(),
}

interface RequestedShape {
  /** The source spreadsheet. */
  id: string
  tab: string
  start_row?: number
  columns?: string | undefined
  rows?: string | undefined
}

/**
 * Reports a missing tab, and lists the tabs of the spreadsheet. Returns undefined if the tab exists, or the spreadsheet cannot
 * be read. A missing tab of a target is a problem only if it is given by ID, because a run adds named tabs.
 */
export function findTabProblem(
  { tabs, tab_ids = [] }: LookedUpFile,
  { tab, end }: { tab: string; end: 'source' | 'target' },
): ToolAnswer | undefined {
  const wanted = cleanText(tab)
  const id = tabIdIn(wanted)
  if (wanted === '' || tabs === undefined || (end === 'target' && id === undefined)) return undefined
  const isKnown =
    id === undefined ? tabs.some((title) => matchesPattern(cleanText(title), wanted)) : tab_ids.includes(id)
  if (isKnown) return undefined
  return {
    says: { problem: `The ${end} has no tab of this name.` },
    data: { missing: [tab], tabs: tabs.slice(0, MAX_LISTED) },
  }
}

/** Reports missing columns of a source, and lists its columns; undefined if none is missing, or the source cannot be read. */
export async function findShapeProblem(client: Client, shape: RequestedShape): Promise<ToolAnswer | undefined> {
  const { id, tab, start_row = 1, columns = '', rows = '' } = shape
  if (columns === '' && rows === '') return undefined
  try {
    const query = { tab, start_row: String(start_row), columns, rows }
    const { missing, columns: known } = await client.call(api.spreadsheets.tryShape, { params: { id }, query })
    if (missing.length === 0) return undefined
    const names = known.slice(0, MAX_LISTED).map(({ name }) => name)
    return { says: { problem: 'The source has no column of this name.' }, data: { missing, columns: names } }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    if (error.reply.code !== 'invalid') return undefined
    return {
      says: { problem: 'The source cannot be copied with these columns and rows.' },
      data: { message: error.message },
    }
  }
}
