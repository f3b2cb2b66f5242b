import type { Calls, Reply } from './calls.ts'

const DRIVE_FIELDS = 'version,modifiedTime,mimeType,trashed,capabilities(canEdit)'

/** Reads the metadata of the scratch spreadsheet. */
export function driveFile(calls: Calls): Promise<Reply> {
  return calls.send({
    method: 'GET',
    url: `${calls.driveUrl}/drive/v3/files/${calls.spreadsheetId}?fields=${DRIVE_FIELDS}`,
  })
}
