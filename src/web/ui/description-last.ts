/** For `inputWrapperOrder`: fields beside each other stay in line, however long their descriptions are. */
export const DESCRIPTION_LAST: ('label' | 'input' | 'error' | 'description')[] = [
  'label',
  'input',
  'error',
  'description',
]
