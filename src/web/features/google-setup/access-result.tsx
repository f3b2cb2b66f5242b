import { Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { SpreadsheetAccess } from '#contract/google-setup.ts'
import { pluralize } from '#domain/pluralize.ts'
import { CopyLine } from './copy-line.tsx'
import classes from './google-setup.module.css'

interface Props {
  access: SpreadsheetAccess
  /** Address to share the spreadsheet with; null if each task has its own account. */
  account: string | null
}

/** Shows whether an account can read and write a spreadsheet, or why it has no access. */
export function AccessResult({ access: { title, tabs, can_read, can_write, problem }, account }: Props) {
  const rights = [can_read && 'can be read', can_write && 'can be written to'].filter(Boolean).join(', ')
  const Icon = problem === null ? IconCircleCheck : IconCircleX
  return (
    <div role="status">
      <div className={classes.check} data-state={problem === null ? 'ok' : 'failed'}>
        <Icon size={18} role="img" aria-label={problem === null ? 'OK' : 'Failed'} className={classes.sign} />
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {title !== null && <b>{title}</b>} {rights}
          {tabs.length > 0 && (
            <Text size="xs" c="dimmed" component="div">
              {pluralize(tabs.length, 'tab')}: {tabs.join(', ')}
            </Text>
          )}
          {problem}
        </div>
      </div>
      {problem !== null && account?.includes('@') && <CopyLine name="the address to share with" text={account} />}
    </div>
  )
}
