import { TextInput, type TextInputProps } from '@mantine/core'

/** An input for a whole number. It keeps the typed text, valid or not, so the message beside it makes sense. */
export function NumberField(props: TextInputProps) {
  return <TextInput inputMode="numeric" autoComplete="off" {...props} />
}
