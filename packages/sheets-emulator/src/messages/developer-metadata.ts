import type { TabMetadata } from '../store/sheet-features.ts'
import type { Sheet } from '../store/sheets.ts'

/** The `DeveloperMetadata` message. */
export function metadataResource({ sheetId }: Sheet, { id, key, value, visibility }: TabMetadata): object {
  const location = { locationType: 'SHEET', sheetId }
  return { metadataId: id, metadataKey: key, metadataValue: value, location, visibility }
}
