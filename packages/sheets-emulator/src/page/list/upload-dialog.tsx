import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import styles from '../ui/dialog.module.css'
import type { UploadProgress } from './upload-csv.ts'

/** Asks for a CSV file and how to read it, shows the progress of the upload, then opens the new spreadsheet. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const abort = useRef(new AbortController())
  const [file, setFile] = useState<File | undefined>()
  const [convertsValues, setConvertsValues] = useState(true)
  const [progress, setProgress] = useState<UploadProgress>({ rowsWritten: 0, share: 0 })
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => () => abort.current.abort(), [])
  const upload = useMutation({
    // Loaded on demand: the parser is the largest part of the page, and few visits need it.
    mutationFn: async (selected: File) => {
      const { uploadCsv } = await import('./upload-csv.ts')
      return uploadCsv({ file: selected, convertsValues, signal: abort.current.signal, onProgress: setProgress })
    },
    onSuccess: (id) => location.assign(`/spreadsheets/d/${encodeURIComponent(id)}/edit`),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file) upload.mutate(file)
  }
  return (
    <dialog ref={dialog} className={styles.dialog} onClose={onClose} aria-labelledby="upload-heading">
      <form onSubmit={submit} className={styles.form}>
        <h2 id="upload-heading">Upload a CSV as a new spreadsheet</h2>
        <label className={styles.field}>
          File (UTF-8)
          <input type="file" accept=".csv,text/csv" onChange={(event) => setFile(event.target.files?.[0])} />
        </label>
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={convertsValues}
            onChange={(event) => setConvertsValues(event.target.checked)}
          />
          <span>
            Convert text to numbers and dates
            <small>Turn off to keep leading zeros, as in ZIP codes.</small>
          </span>
        </label>
        {upload.isPending && <UploadMeter {...progress} />}
        {upload.error && (
          <p role="alert" className={styles.problem}>
            The upload failed after {progress.rowsWritten.toLocaleString()} rows: {upload.error.message}
          </p>
        )}
        <div className={styles.actions}>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" data-primary disabled={!file || upload.isPending || upload.isSuccess}>
            Upload
          </button>
        </div>
      </form>
    </dialog>
  )
}

function UploadMeter({ rowsWritten, share }: UploadProgress) {
  return (
    <div className={styles.field}>
      <progress max={1} value={share} aria-label="Upload progress" />
      <span role="status">{rowsWritten.toLocaleString()} rows uploaded</span>
    </div>
  )
}
