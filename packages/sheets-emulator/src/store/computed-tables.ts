/** A `PivotTable` of the Sheets API, as far as it is computed: values by one row field. */
export interface PivotTable {
  source: {
    sheetId?: number | undefined
    startRowIndex?: number | undefined
    endRowIndex: number
    startColumnIndex?: number | undefined
    endColumnIndex: number
  }
  rows: { sourceColumnOffset?: number | undefined; showTotals?: boolean | undefined }[]
  values: {
    sourceColumnOffset?: number | undefined
    summarizeFunction: 'SUM' | 'COUNTA'
    name?: string | undefined
  }[]
}

/** A `DataSourceTable` of the Sheets API. The provider is connected to nothing: every row shows its number. */
export interface DataSourceTable {
  dataSourceId: string
  columns: { name: string }[]
  rowLimit?: number | undefined
}

export type ComputedTable = PivotTable | DataSourceTable
