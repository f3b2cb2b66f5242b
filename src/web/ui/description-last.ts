/** Value for `inputWrapperOrder` that aligns fields side by side, whatever the length of their descriptions. */
export const DESCRIPTION_LAST: ('label' | 'input' | 'error' | 'description')[] = [
  'label',
  'input',
  'error',
  'description',
]
