import type { useForm } from '@mantine/form'

/** The state of a form needed by its fields and for saving. */
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
