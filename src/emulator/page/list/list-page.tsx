import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { spreadsheetListQuery } from '../api/drive.ts'
import { createSpreadsheet } from '../api/spreadsheet.ts'
import { NameDialog } from '../ui/name-dialog.tsx'
import { useAnnounce } from '../ui/notices.tsx'
import styles from './list.module.css'
import { SpreadsheetTable } from './spreadsheet-table.tsx'
import { UploadDialog } from './upload-dialog.tsx'

/** All spreadsheets of the provider, and the two ways to make another one. */
export function ListPage() {
  const list = useInfiniteQuery(spreadsheetListQuery())
  const files = list.data?.pages.flatMap((page) => page.files)
  const announce = useAnnounce()
  const [dialog, setDialog] = useState<'create' | 'upload' | undefined>()
  const create = useMutation({
    mutationFn: (title: string) => createSpreadsheet(title),
    onSuccess: ({ id }) => location.assign(`/spreadsheets/d/${encodeURIComponent(id)}/edit`),
    onError: (error) => announce(`The spreadsheet was not made: ${error.message}`),
  })

  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>Spreadsheets</h1>
          <p>Nano Sync sheets — the embedded provider</p>
        </div>
        <div className={styles.actions}>
          <button type="button" onClick={() => setDialog('upload')}>
            Upload a CSV
          </button>
          <button type="button" data-primary disabled={create.isPending} onClick={() => setDialog('create')}>
            New spreadsheet
          </button>
        </div>
      </header>
      {list.error && <p className={styles.problem}>The list could not be read: {list.error.message}</p>}
      {list.isPending && <p role="status">Loading…</p>}
      {files?.length === 0 && (
        <p>No spreadsheet yet. Make an empty one, or upload a CSV file to look at its rows here.</p>
      )}
      {files && files.length > 0 && <SpreadsheetTable files={files} />}
      {list.hasNextPage && (
        <button type="button" disabled={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          Show more
        </button>
      )}
      {dialog === 'create' && (
        <NameDialog
          heading="New spreadsheet"
          label="Name"
          confirm="Create"
          initialName="Untitled spreadsheet"
          onName={(title) => create.mutate(title)}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'upload' && <UploadDialog onClose={() => setDialog(undefined)} />}
    </main>
  )
}
