import { CallFailed } from '#client/call-failed.ts'
import type { Client } from '#client/client.ts'
import { api } from '#contract/api.ts'
import { cleanText } from '#contract/field.ts'
import { looksLikeGoogleId, spreadsheetIdFrom, unwrapLink } from '#contract/spreadsheet-link.ts'

export interface LookedUpFile {
  readonly id: string
  readonly title?: string
  readonly tabs?: readonly string[]
  /** The IDs of the tabs, in the same order. */
  readonly tab_ids?: readonly number[]
  readonly cannot_be_read?: string
  /** Spreadsheets with the given title, unless exactly one matches; missing for an ID or a link. */
  readonly same_title?: readonly { readonly id: string; readonly title: string }[]
}

/** Reads the title and tabs of a spreadsheet by its ID, link or title. If they cannot be read, the result says why. */
export async function lookUpFile(client: Client, given: string): Promise<LookedUpFile> {
  const id = spreadsheetIdFrom(given)
  const direct = await readFile(client, id)
  if (direct.tabs || /^https?:/.test(id)) return direct
  const { files } = await client.call(api.spreadsheets.search, { query: { search: id.slice(0, 100) } })
  const same = files.filter(({ title }) => cleanText(title).toLowerCase() === id.toLowerCase())
  const [only, ...others] = same
  const isId = id !== unwrapLink(given) || looksLikeGoogleId(id)
  if (!only) return isId ? direct : { ...direct, same_title: [] }
  if (others.length === 0) return await readFile(client, only.id)
  return { ...direct, same_title: same.map(({ id: fileId, title }) => ({ id: fileId, title })) }
}

export async function readFile(client: Client, id: string): Promise<LookedUpFile> {
  try {
    const { title, tabs } = await client.call(api.spreadsheets.get, { params: { id } })
    return { id, title, tabs: tabs.map((tab) => tab.title), tab_ids: tabs.map((tab) => tab.id) }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    return { id, cannot_be_read: error.message }
  }
}
