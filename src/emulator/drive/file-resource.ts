import type { Spreadsheet } from '../store/spreadsheets.ts'

export const spreadsheetMimeType = 'application/vnd.google-apps.spreadsheet'

/** The `File` message of a spreadsheet. `version` is a 64-bit number, which Google's APIs write as a string. */
export function fileResource(spreadsheet: Spreadsheet): object {
  const { id, title, version, createdAt, modifiedAt, isTrashed } = spreadsheet
  return {
    kind: 'drive#file',
    id,
    name: title,
    mimeType: spreadsheetMimeType,
    starred: false,
    trashed: isTrashed,
    explicitlyTrashed: isTrashed,
    parents: ['root'],
    spaces: ['drive'],
    version: String(version),
    webViewLink: `https://docs.google.com/spreadsheets/d/${id}/edit`,
    createdTime: createdAt,
    modifiedTime: modifiedAt,
    ownedByMe: true,
    shared: false,
    size: '1024',
    quotaBytesUsed: '1024',
  }
}

export const defaultFileFields = 'kind,id,name,mimeType'
