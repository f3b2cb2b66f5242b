import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { spreadsheetQuery } from '../api/spreadsheet.ts'
import { SheetView } from './sheet-view.tsx'
import styles from './spreadsheet.module.css'
import { TabBar } from './tab-bar.tsx'
import { TitleBar } from './title-bar.tsx'
import { useSelectedTab } from './use-selected-tab.ts'

/** A spreadsheet: its title, the cells of the selected tab, and the tab bar. */
export function SpreadsheetPage({ id }: { id: string }) {
  const { data: spreadsheet, error } = useQuery(spreadsheetQuery(id))
  const tab = useSelectedTab(spreadsheet?.tabs ?? [])
  const title = spreadsheet?.title
  useEffect(() => {
    if (title !== undefined) document.title = `${title} – Nano Sync sheets`
  }, [title])

  if (!spreadsheet)
    return <main className={styles.message}>{error ? <LoadError message={error.message} /> : 'Loading…'}</main>
  return (
    <div className={styles.page}>
      <TitleBar spreadsheet={spreadsheet} />
      <main className={styles.main}>
        {tab ? (
          <SheetView key={tab.sheetId} source={{ spreadsheetId: id, tab }} />
        ) : (
          <p className={styles.message}>This spreadsheet has no visible tab.</p>
        )}
      </main>
      <TabBar spreadsheet={spreadsheet} selected={tab} />
    </div>
  )
}

function LoadError({ message }: { message: string }) {
  return (
    <>
      <h1>Could not open this spreadsheet</h1>
      <p>{message}</p>
      <a href="/">All spreadsheets</a>
    </>
  )
}
