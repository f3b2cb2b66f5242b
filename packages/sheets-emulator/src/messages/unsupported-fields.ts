/**
 * Fields of Google's messages this provider does not support, by message. A test compares them with the types of
 * Google's client.
 */
const unsupportedFields: Readonly<Record<string, readonly string[]>> = {
  BatchUpdateSpreadsheetRequest: ['commentsViewMode'],
  GetSpreadsheetByDataFilterRequest: ['commentsViewMode'],
  SetDataValidationRequest: ['filteredRowsIncluded'],
  Sheet: [
    'bandedRanges',
    'basicFilter',
    'charts',
    'columnGroups',
    'commentAnchors',
    'conditionalFormats',
    'developerMetadata',
    'filterViews',
    'merges',
    'protectedRanges',
    'rowGroups',
    'slicers',
    'tables',
  ],
  SortSpec: [
    'backgroundColor',
    'backgroundColorStyle',
    'dataSourceColumnReference',
    'foregroundColor',
    'foregroundColorStyle',
  ],
  Spreadsheet: ['comments', 'commentsViewMode', 'dataSources', 'dataSourceSchedules', 'developerMetadata'],
}

export function isUnsupportedField(messageName: string, field: string): boolean {
  return unsupportedFields[messageName]?.includes(field) ?? false
}
