import { invalidArgument, notSupported } from '../google-error.ts'
import { metadataResource } from '../messages/developer-metadata.ts'
import { choice, flag, int32, looseMessage, message, text } from '../messages/proto-fields.ts'
import { newRangeId, type TabMetadata } from '../store/sheet-features.ts'
import { listSheets, type Sheet, saveSheet } from '../store/sheets.ts'
import { type BatchContext, requestKind } from './request-kind.ts'
import { requireSheet } from './require-sheet.ts'

const locationTypes = ['DEVELOPER_METADATA_LOCATION_TYPE_UNSPECIFIED', 'ROW', 'COLUMN', 'SHEET', 'SPREADSHEET'] as const
const visibilities = ['DEVELOPER_METADATA_VISIBILITY_UNSPECIFIED', 'DOCUMENT', 'PROJECT'] as const
const matching = [
  'DEVELOPER_METADATA_LOCATION_MATCHING_STRATEGY_UNSPECIFIED',
  'EXACT_LOCATION',
  'INTERSECTING_LOCATION',
] as const

const locationMessage = message('DeveloperMetadataLocation', {
  locationType: choice('DeveloperMetadataLocationType', locationTypes),
  sheetId: int32(),
  spreadsheet: flag(),
  dimensionRange: looseMessage('DimensionRange'),
})

const createSchema = message('CreateDeveloperMetadataRequest', {
  developerMetadata: message('DeveloperMetadata', {
    metadataId: int32(),
    metadataKey: text(),
    metadataValue: text(),
    location: locationMessage.optional(),
    visibility: choice('DeveloperMetadataVisibility', visibilities),
  }).optional(),
})

/** Stores a key and a value at a tab, invisible to people. */
export const createDeveloperMetadata = requestKind(createSchema, (context, { developerMetadata: sent = {} }) => {
  const { metadataId: id = newRangeId(), metadataKey: key, metadataValue: value = '', location, visibility } = sent
  const sheet = requireTab(context, location)
  if (!key) throw invalidArgument('developerMetadata.metadataKey must be specified.')
  if (visibility !== 'DOCUMENT' && visibility !== 'PROJECT')
    throw invalidArgument('developerMetadata.visibility must be specified.')
  const added: TabMetadata = { id, key, value, visibility }
  saveMetadata(context, sheet, [...sheet.features.metadata, added])
  return { createDeveloperMetadata: { developerMetadata: metadataResource(sheet, added) } }
})

const deleteSchema = message('DeleteDeveloperMetadataRequest', {
  dataFilter: message('DataFilter', {
    a1Range: text(),
    gridRange: looseMessage('GridRange'),
    developerMetadataLookup: message('DeveloperMetadataLookup', {
      locationType: choice('DeveloperMetadataLocationType', locationTypes),
      locationMatchingStrategy: choice('DeveloperMetadataLocationMatchingStrategy', matching),
      metadataId: int32(),
      metadataKey: text(),
      metadataLocation: locationMessage.optional(),
      metadataValue: text(),
      visibility: choice('DeveloperMetadataVisibility', visibilities),
    }).optional(),
  }).optional(),
})

/** Deletes matching metadata. No match is no error. */
export const deleteDeveloperMetadata = requestKind(deleteSchema, (context, { dataFilter = {} }) => {
  const { developerMetadataLookup: lookup } = dataFilter
  if (!lookup) throw notSupported('a data filter without developerMetadataLookup')
  const { metadataId, metadataKey, metadataValue, visibility, metadataLocation } = lookup
  const sheets = metadataLocation
    ? [requireTab(context, metadataLocation)]
    : listSheets(context.store, context.spreadsheetId)
  const isMatch = ({ id, key, value, visibility: shown }: TabMetadata) =>
    (metadataId ?? id) === id &&
    (metadataKey ?? key) === key &&
    (metadataValue ?? value) === value &&
    (visibility ?? shown) === shown
  const deleted = sheets.flatMap((sheet) => {
    const found = sheet.features.metadata.filter(isMatch)
    if (found.length > 0)
      saveMetadata(
        context,
        sheet,
        sheet.features.metadata.filter((each) => !isMatch(each)),
      )
    return found.map((each) => metadataResource(sheet, each))
  })
  return { deleteDeveloperMetadata: { deletedDeveloperMetadata: deleted } }
})

function requireTab(
  context: BatchContext,
  { sheetId, locationType, ...others }: { sheetId?: number | undefined; locationType?: string | undefined } = {},
): Sheet {
  const isOther = Object.values(others).some((value) => value !== undefined)
  if (isOther || (locationType ?? 'SHEET') !== 'SHEET' || sheetId === undefined)
    throw notSupported('developer metadata of anything but a sheet')
  return requireSheet(context, sheetId)
}

function saveMetadata({ store }: BatchContext, sheet: Sheet, metadata: TabMetadata[]): void {
  saveSheet(store, { ...sheet, features: { ...sheet.features, metadata } })
}
