interface Place {
  /** The tab and the first cell, counted from 0. */
  sheetId: number
  rowIndex: number
  columnIndex: number
}

/** Builds a request to put a pivot table into a cell. Its source is the first two columns of a tab, below a header. */
export function putPivot(start: Place, source: { sheetId: number; rows: number }): object {
  const range = { startRowIndex: 0, endRowIndex: source.rows + 1, startColumnIndex: 0, endColumnIndex: 2 }
  const pivotTable = {
    source: { sheetId: source.sheetId, ...range },
    rows: [{ sourceColumnOffset: 0, sortOrder: 'ASCENDING' }],
    values: [{ sourceColumnOffset: 1, summarizeFunction: 'SUM' }],
  }
  return { updateCells: { start, rows: [{ values: [{ pivotTable }] }], fields: 'pivotTable' } }
}

/** Builds a request for a table connected to a data source: two columns and three rows below a header. */
export function putConnected(start: Place): object {
  const dataSourceTable = { dataSourceId: 'warehouse', columns: [{ name: 'Id' }, { name: 'Name' }], rowLimit: 3 }
  return { updateCells: { start, rows: [{ values: [{ dataSourceTable }] }], fields: 'dataSourceTable' } }
}
