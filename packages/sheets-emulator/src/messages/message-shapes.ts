import { type FieldMask, parseFieldMask } from './field-mask.ts'

const valueRange = 'range,majorDimension,values'
const updateValues = `spreadsheetId,updatedRange,updatedRows,updatedColumns,updatedCells,updatedData(${valueRange})`
const color = 'red,green,blue,alpha'
const colorStyle = `rgbColor(${color}),themeColor`
const gridProperties =
  'rowCount,columnCount,frozenRowCount,frozenColumnCount,hideGridlines,rowGroupControlAfter,columnGroupControlAfter'
const sheetProperties = `sheetId,title,index,sheetType,gridProperties(${gridProperties}),hidden,tabColor(${color}),tabColorStyle(${colorStyle}),rightToLeft,dataSourceSheetProperties`
const textFormat = `foregroundColor(${color}),foregroundColorStyle(${colorStyle}),fontFamily,fontSize,bold,italic,strikethrough,underline,link`
const cellFormat = `numberFormat(type,pattern),backgroundColor(${color}),backgroundColorStyle(${colorStyle}),borders(top,bottom,left,right),padding(top,right,bottom,left),horizontalAlignment,verticalAlignment,wrapStrategy,textDirection,textFormat(${textFormat}),hyperlinkDisplayType,textRotation(angle,vertical)`
const extendedValue = 'numberValue,stringValue,boolValue,formulaValue,errorValue'
const cellData = `userEnteredValue(${extendedValue}),effectiveValue(${extendedValue}),formattedValue,userEnteredFormat(${cellFormat}),effectiveFormat(${cellFormat}),hyperlink,note,textFormatRuns,dataValidation,pivotTable,dataSourceTable,dataSourceFormula,chipRuns`
const dimensionProperties = 'hiddenByFilter,hiddenByUser,pixelSize,developerMetadata,dataSourceColumnReference'
const gridData = `startRow,startColumn,rowData(values(${cellData})),rowMetadata(${dimensionProperties}),columnMetadata(${dimensionProperties})`
const sheet = `properties(${sheetProperties}),data(${gridData}),merges,conditionalFormats,filterViews,protectedRanges,basicFilter,charts,bandedRanges,developerMetadata,rowGroups,columnGroups,slicers,tables,commentAnchors`
const spreadsheetProperties =
  'title,locale,autoRecalc,timeZone,defaultFormat,iterativeCalculationSettings,spreadsheetTheme,importFunctionsExternalUrlAccessAllowed'
const spreadsheet = `spreadsheetId,spreadsheetUrl,properties(${spreadsheetProperties}),sheets(${sheet}),namedRanges,developerMetadata,dataSources,dataSourceSchedules,comments,commentsViewMode`
const user = 'kind,displayName,photoLink,me,permissionId,emailAddress'
const file = `kind,id,name,mimeType,description,starred,trashed,explicitlyTrashed,trashedTime,trashingUser,parents,properties,appProperties,spaces,version,webContentLink,webViewLink,iconLink,hasThumbnail,thumbnailLink,thumbnailVersion,viewedByMe,viewedByMeTime,createdTime,modifiedTime,modifiedByMeTime,modifiedByMe,sharedWithMeTime,sharingUser,owners,teamDriveId,driveId,lastModifyingUser(${user}),shared,ownedByMe,capabilities,viewersCanCopyContent,copyRequiresWriterPermission,writersCanShare,permissions,permissionIds,hasAugmentedPermissions,folderColorRgb,originalFilename,fullFileExtension,fileExtension,md5Checksum,sha1Checksum,sha256Checksum,size,quotaBytesUsed,headRevisionId,contentHints,imageMediaMetadata,videoMediaMetadata,isAppAuthorized,exportLinks,shortcutDetails,contentRestrictions,labelInfo,resourceKey,linkShareMetadata,inheritedPermissionsDisabled,downloadRestrictions,clientEncryptionDetails`

const permission =
  'kind,id,type,role,emailAddress,displayName,domain,allowFileDiscovery,deleted,pendingOwner,expirationTime,photoLink,permissionDetails,teamDrivePermissionDetails,view,inheritedPermissionsDisabled'

const gridRange = 'sheetId,startRowIndex,endRowIndex,startColumnIndex,endColumnIndex'
const protectedRange = `protectedRangeId,range(${gridRange}),namedRangeId,tableId,description,warningOnly,requestingUserCanEdit,unprotectedRanges(${gridRange}),editors(users,groups,domainUsersCanEdit)`
const table = `tableId,name,range(${gridRange}),rowsProperties,columnProperties(columnIndex,columnName,columnType,dataValidationRule)`

const about = `kind,user(${user}),storageQuota(limit,usage,usageInDrive,usageInDriveTrash),importFormats,exportFormats,maxImportSizes,maxUploadSize,appInstalled,folderColorPalette,driveThemes,teamDriveThemes,canCreateDrives,canCreateTeamDrives`

/** The fields of each message, written as a mask. Fields below a field without parentheses are not checked. */
export const messageShapes = {
  about,
  spreadsheet,
  sheetProperties,
  spreadsheetProperties,
  cellData,
  dimensionProperties,
  protectedRange,
  table,
  batchUpdate: `spreadsheetId,replies,commentUpdateState,updatedSpreadsheet(${spreadsheet})`,
  valueRange,
  valueRanges: `spreadsheetId,valueRanges(${valueRange})`,
  updateValues,
  batchUpdateValues: `spreadsheetId,totalUpdatedRows,totalUpdatedColumns,totalUpdatedCells,totalUpdatedSheets,responses(${updateValues})`,
  appendValues: `spreadsheetId,tableRange,updates(${updateValues})`,
  clearValues: 'spreadsheetId,clearedRange',
  batchClearValues: 'spreadsheetId,clearedRanges',
  file,
  fileList: `kind,nextPageToken,incompleteSearch,files(${file})`,
  permission,
  permissionList: `kind,nextPageToken,permissions(${permission})`,
  comments: 'kind,nextPageToken,comments',
  nothing: 'kind',
} as const

export type MessageShape = keyof typeof messageShapes

/** The first path in the mask that leads to no field of the message, or `undefined`. */
export function unknownField(mask: FieldMask, shape: MessageShape): string | undefined {
  return firstUnknownPath({ mask, shape: parseFieldMask(messageShapes[shape]) ?? 'all' })
}

interface MaskAndShape {
  mask: FieldMask
  shape: FieldMask
}

function firstUnknownPath({ mask, shape }: MaskAndShape, before = ''): string | undefined {
  if (mask === 'all' || shape === 'all') return undefined
  for (const [name, below] of mask) {
    const path = before ? `${before}.${name}` : name
    const known = name === '*' ? [...shape.values()] : [shape.get(name)].filter((field) => field !== undefined)
    if (known.length === 0) return path
    const unknown = known.map((field) => firstUnknownPath({ mask: below, shape: field }, path))
    if (unknown.every((found) => found !== undefined)) return unknown[0]
  }
  return undefined
}
