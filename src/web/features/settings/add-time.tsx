import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import { toast } from '../../lib/toast.tsx'
import { addRunAllTime } from './run-all-times.ts'
import classes from './settings.module.css'

interface Props {
  times: readonly string[]
  onAdd: (times: string[]) => void
}

/** Input for a time of day. It is a text input because `type="time"` shows AM and PM in some locales. */
export function AddTime({ times, onAdd }: Props) {
  const [entered, setEntered] = useState('')
  const [error, setError] = useState<string | null>(null)

  function add(event: SubmitEvent): void {
    event.preventDefault()
    const addition = addRunAllTime(times, entered)
    if (addition.kind === 'added') {
      onAdd(addition.times)
      setEntered('')
      setError(null)
    } else if (addition.kind === 'duplicate') {
      toast.warning(addition.message)
    } else {
      setError(addition.message)
    }
  }

  return (
    <form onSubmit={add} noValidate>
      <TextInput
        label="New time (HH:MM)"
        placeholder="HH:MM"
        inputMode="numeric"
        maxLength={5}
        autoComplete="off"
        value={entered}
        onChange={({ currentTarget }) => {
          setEntered(currentTarget.value)
          setError(null)
        }}
        error={error}
        inputContainer={(input) => (
          <div className={classes.entry}>
            {input}
            <Button type="submit" variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
              Add
            </Button>
          </div>
        )}
      />
    </form>
  )
}
