import { parentPort, workerData } from 'node:worker_threads'
import type { Cell } from '#domain/copy/cell.ts'
import { sortRows } from '#domain/copy/sort-rows.ts'

// Runs on a separate thread. Receives the cells of a column in several JSON messages, then null. Sends back the row numbers in
// sorted order.
const cells: Cell[] = []
parentPort?.on('message', (json: string | null) => {
  if (json !== null) {
    for (const cell of JSON.parse(json) as Cell[]) cells.push(cell)
    return
  }
  const rows = sortRows(cells, workerData)
  parentPort?.postMessage(rows, [rows.buffer])
})
