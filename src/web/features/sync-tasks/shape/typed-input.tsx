import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'onType'> {
  /** Value in the form, formatted for this field. */
  shown: string
  /** Whether the value in the form has the meaning of the typed text. */
  isHeld: (typed: string) => boolean
  onType: (typed: string) => void
}

/** A field for a part of a longer text. It shows the text as typed, including blanks that the longer text leaves out. */
export function TypedInput({ shown, isHeld, onType, ...input }: Props) {
  const [typed, setTyped] = useState(shown)
  return (
    <TextInput
      size="xs"
      {...input}
      value={isHeld(typed) ? typed : shown}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onType(currentTarget.value)
      }}
    />
  )
}
