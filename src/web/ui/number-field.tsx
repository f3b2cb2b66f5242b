import { TextInput, type TextInputProps } from '@mantine/core'

/** Input for a whole number. It also keeps invalid text, so the error message beside it makes sense. */
export function NumberField(props: TextInputProps) {
  return <TextInput inputMode="numeric" autoComplete="off" {...props} />
}
