import { randomBytes } from 'node:crypto'
import type { Store } from './open-store.ts'

/** A spreadsheet's properties. `version` increases with each change; times are ISO 8601 in UTC. */
export interface Spreadsheet {
  id: string
  title: string
  locale: string
  timeZone: string
  autoRecalc: string
  /** A Google spreadsheet, or an Office file or a folder, which only Drive can read. */
  mimeType: string
  /** The ID of its folder. */
  parent: string
  isTrashed: boolean
  isStarred: boolean
  /** Time when its only user last opened it; undefined if unknown. */
  viewedAt?: string
  version: number
  createdAt: string
  modifiedAt: string
  /** Account of the last change; undefined for a caller without an account. */
  modifiedBy: string | undefined
}

export const spreadsheetMimeType = 'application/vnd.google-apps.spreadsheet'
export const folderMimeType = 'application/vnd.google-apps.folder'
/** The folder of files that are in no other folder. */
export const ROOT_FOLDER = 'root'

export type SpreadsheetProperties = Pick<Spreadsheet, 'title' | 'locale' | 'timeZone' | 'autoRecalc'>

export const defaultSpreadsheetProperties: SpreadsheetProperties = {
  title: 'Untitled spreadsheet',
  locale: 'en_US',
  timeZone: 'Etc/GMT',
  autoRecalc: 'ON_CHANGE',
}

/** Creates a spreadsheet without tabs. Its ID has 44 characters like Google's, but another first character. */
export function insertSpreadsheet(
  store: Store,
  created: SpreadsheetProperties & { at: Date; mimeType?: string; parent?: string },
): Spreadsheet {
  const id = `n${randomBytes(32).toString('base64url')}`
  const { title, locale, timeZone, autoRecalc, mimeType = spreadsheetMimeType, parent = ROOT_FOLDER } = created
  const at = created.at.toISOString()
  store
    .statement(
      'INSERT INTO spreadsheets (id, title, locale, time_zone, auto_recalc, mime_type, parent, created_at, modified_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    )
    .run(id, title, locale, timeZone, autoRecalc, mimeType, parent, at, at)
  const properties = { title, locale, timeZone, autoRecalc, mimeType, parent }
  const states = { isTrashed: false, isStarred: false, version: 1 }
  return { id, ...properties, ...states, createdAt: at, modifiedAt: at, modifiedBy: undefined }
}

export function findSpreadsheet(store: Store, id: string): Spreadsheet | undefined {
  const record = store.statement('SELECT * FROM spreadsheets WHERE id = ?').get(id)
  return record && toSpreadsheet(record)
}

export function listSpreadsheets(store: Store): Spreadsheet[] {
  return store.statement('SELECT * FROM spreadsheets').all().map(toSpreadsheet)
}

function toSpreadsheet(record: Record<string, unknown>): Spreadsheet {
  return {
    id: String(record['id']),
    title: String(record['title']),
    locale: String(record['locale']),
    timeZone: String(record['time_zone']),
    autoRecalc: String(record['auto_recalc']),
    mimeType: String(record['mime_type']),
    parent: String(record['parent']),
    isTrashed: record['trashed'] === 1,
    isStarred: record['starred'] === 1,
    ...(record['viewed_at'] !== null && { viewedAt: String(record['viewed_at']) }),
    version: Number(record['version']),
    createdAt: String(record['created_at']),
    modifiedAt: String(record['modified_at']),
    modifiedBy: typeof record['modified_by'] === 'string' ? record['modified_by'] : undefined,
  }
}

export function saveSpreadsheet(store: Store, spreadsheet: Spreadsheet): void {
  const { title, locale, timeZone, autoRecalc, parent, isTrashed, id } = spreadsheet
  store
    .statement(
      'UPDATE spreadsheets SET title = ?, locale = ?, time_zone = ?, auto_recalc = ?, parent = ?, trashed = ? WHERE id = ?',
    )
    .run(title, locale, timeZone, autoRecalc, parent, isTrashed ? 1 : 0, id)
}

/** Stores the star and the time of opening, without a change of the file. */
export function markSpreadsheet(
  store: Store,
  { id, isStarred, viewedAt }: Pick<Spreadsheet, 'id' | 'isStarred' | 'viewedAt'>,
): void {
  store
    .statement('UPDATE spreadsheets SET starred = ?, viewed_at = ? WHERE id = ?')
    .run(isStarred ? 1 : 0, viewedAt ?? null, id)
}

interface Change {
  id: string
  at: Date
  account: string | undefined
}

/**
 * Records a change anywhere in the spreadsheet: increments the version, and sets the time and the account of the change, as
 * Drive shows them.
 */
export function touchSpreadsheet(store: Store, { id, at, account }: Change): void {
  store
    .statement('UPDATE spreadsheets SET version = version + 1, modified_at = ?, modified_by = ? WHERE id = ?')
    .run(at.toISOString(), account ?? null, id)
}

export function removeSpreadsheet(store: Store, id: string): void {
  store.statement('DELETE FROM spreadsheets WHERE id = ?').run(id)
}
