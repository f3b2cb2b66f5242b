import { TextInput, type TextInputProps } from '@mantine/core'

/** An input for a whole number. It keeps what is typed, valid or not, so the message beside it makes sense. */
export function NumberField(props: TextInputProps) {
  return <TextInput inputMode="numeric" autoComplete="off" {...props} />
}
