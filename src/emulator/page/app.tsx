import { ListPage } from './list/list-page.tsx'
import { SpreadsheetPage } from './spreadsheet/spreadsheet-page.tsx'

/** The page at `/spreadsheets/d/{id}/edit` is that spreadsheet; every other address is the list. */
export function App() {
  const id = /^\/spreadsheets\/d\/([^/]+)/.exec(location.pathname)?.[1]
  return id === undefined ? <ListPage /> : <SpreadsheetPage id={decodeURIComponent(id)} />
}
