import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { changeSpreadsheet, type Spreadsheet, spreadsheetQuery } from '../api/spreadsheet.ts'
import { useAnnounce } from '../ui/notices.tsx'
import styles from './spreadsheet.module.css'

/** The link to the list and the spreadsheet's title, which can be edited in place. */
export function TitleBar({ spreadsheet: { id, title } }: { spreadsheet: Spreadsheet }) {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const [draft, setDraft] = useState<string | undefined>()
  const isSaving = useIsMutating() > 0
  const rename = useMutation({
    mutationFn: (name: string) =>
      changeSpreadsheet(id, [{ updateSpreadsheetProperties: { properties: { title: name }, fields: 'title' } }]),
    onError: (error) => announce(`Could not rename the spreadsheet: ${error.message}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: spreadsheetQuery(id).queryKey }),
  })

  const finish = () => {
    const name = draft?.trim()
    if (name && name !== title) rename.mutate(name)
    setDraft(undefined)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') setDraft(undefined)
    if (event.key === 'Enter') event.currentTarget.blur()
  }
  const shown = draft ?? (rename.isPending ? rename.variables : title)
  return (
    <header className={styles.titleBar}>
      <h1 className="visually-hidden">{title}</h1>
      <a href="/">All spreadsheets</a>
      <input
        className={styles.title}
        aria-label="Spreadsheet name"
        autoComplete="off"
        value={shown}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={finish}
        onKeyDown={onKeyDown}
      />
      <span role="status" className={styles.saving}>
        {isSaving ? 'Saving…' : ''}
      </span>
      <span className={styles.provider}>Nano Sync sheets — the embedded provider</span>
    </header>
  )
}
