import { Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { FileAccess } from '#contract/spreadsheet.ts'
import { FixButton } from '../../../shared/fix-button.tsx'
import { useSpreadsheetUrl } from '../../../shared/spreadsheet-link.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import classes from './pick.module.css'

interface Props {
  access: FileAccess
  /** Whether it is checked again by itself. */
  isWatched: boolean
  isChecking: boolean
  onCheck: () => void
}

/** How to share a spreadsheet that the account of the task cannot use yet. */
export function NotShared({ access: { id, action }, isWatched, isChecking, onCheck }: Props) {
  const url = useSpreadsheetUrl(id)
  return (
    <div className={classes.unshared}>
      <Text size="sm" fw={500} className={classes.heading}>
        Not shared yet
      </Text>
      <div className={classes.fixes}>
        {action && <FixButton action={action} />}
        {url !== undefined && (
          <a className={classes.open} href={url} target="_blank" rel="noreferrer">
            <IconExternalLink size={14} stroke={1.8} aria-hidden />
            Open it to share
          </a>
        )}
        {!isWatched && (
          <ActionButton size="compact-xs" variant="default" isPending={isChecking} onPress={onCheck}>
            Check again
          </ActionButton>
        )}
      </div>
      {isWatched && (
        <Text size="xs" c="dimmed">
          Checked again by itself every few seconds
        </Text>
      )}
    </div>
  )
}
