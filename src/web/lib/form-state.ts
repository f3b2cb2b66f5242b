import type { useForm } from '@mantine/form'

/** The part of a form's state needed by its fields and for saving. */
export type FormState<Values extends object> = Pick<
  ReturnType<typeof useForm<Values>>,
  | 'values'
  | 'errors'
  | 'isDirty'
  | 'getInputProps'
  | 'getInputNode'
  | 'setFieldValue'
  | 'setValues'
  | 'setErrors'
  | 'resetDirty'
  | 'onSubmit'
>
