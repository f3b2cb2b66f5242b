import { type FormEvent, useEffect, useRef, useState } from 'react'
import styles from './dialog.module.css'

interface NameDialogProps {
  heading: string
  label: string
  confirm: string
  initialName: string
  onName: (name: string) => void
  onClose: () => void
}

/** Asks for a name. Closes on Escape, on Cancel and after the name is submitted. */
export function NameDialog({ heading, label, confirm, initialName, onName, onClose }: NameDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [name, setName] = useState(initialName)
  useEffect(() => dialog.current?.showModal(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    onName(name.trim())
    onClose()
  }
  return (
    <dialog ref={dialog} className={styles.dialog} onClose={onClose} aria-labelledby="name-dialog-heading">
      <form onSubmit={submit} className={styles.form}>
        <h2 id="name-dialog-heading">{heading}</h2>
        <label className={styles.field}>
          {label}
          <input
            value={name}
            onChange={(event) => setName(event.target.value)}
            onFocus={(event) => event.target.select()}
            maxLength={100}
          />
        </label>
        <div className={styles.actions}>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" data-primary disabled={name.trim() === ''}>
            {confirm}
          </button>
        </div>
      </form>
    </dialog>
  )
}
