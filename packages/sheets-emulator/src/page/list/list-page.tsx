import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { spreadsheetListQuery } from '../api/drive.ts'
import { createSpreadsheet } from '../api/spreadsheet.ts'
import { NameDialog } from '../ui/name-dialog.tsx'
import { useAnnounce } from '../ui/notices.tsx'
import styles from './list.module.css'
import { UploadDialog } from './upload-dialog.tsx'

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Lists all spreadsheets of the provider, with buttons to create one or upload a CSV file. */
export function ListPage() {
  const list = useInfiniteQuery(spreadsheetListQuery())
  const files = list.data?.pages.flatMap((page) => page.files)
  const announce = useAnnounce()
  const [dialog, setDialog] = useState<'create' | 'upload' | undefined>()
  const create = useMutation({
    mutationFn: (title: string) => createSpreadsheet(title),
    onSuccess: ({ id }) => location.assign(`/spreadsheets/d/${encodeURIComponent(id)}/edit`),
    onError: (error) => announce(`Could not create the spreadsheet: ${error.message}`),
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
      {list.error && <p className={styles.problem}>Could not load the list: {list.error.message}</p>}
      {list.isPending && <p role="status">Loading…</p>}
      {files?.length === 0 && <p>No spreadsheets yet. Create one, or upload a CSV file.</p>}
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

interface SpreadsheetTableProps {
  files: { id: string; name: string; modifiedTime?: string }[]
}

function SpreadsheetTable({ files }: SpreadsheetTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Last modified</th>
        </tr>
      </thead>
      <tbody>
        {files.map(({ id, name, modifiedTime }) => (
          <tr key={id}>
            <td>
              <a href={`/spreadsheets/d/${encodeURIComponent(id)}/edit`} dir="auto">
                {name}
              </a>
            </td>
            <td>{modifiedTime && <time dateTime={modifiedTime}>{dateTime.format(new Date(modifiedTime))}</time>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
