import { UnstyledButton } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import classes from './task-types.module.css'

/** Where a row is taken hold of. */
export function DragHandle(props: ComponentPropsWithRef<'button'>) {
  return (
    <UnstyledButton className={classes.handle} {...props}>
      <IconGripVertical size={16} aria-hidden />
    </UnstyledButton>
  )
}
