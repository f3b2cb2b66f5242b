import { Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { adminRights } from '#contract/admin-rights.ts'
import { api } from '#contract/api.ts'
import type { TrashEntry } from '#contract/trash.ts'
import { pluralize } from '#domain/pluralize.ts'
import { showRestored } from '../../data/trash.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/call.ts'
import { readMessage } from '../../lib/call-error.ts'
import { formatCount, formatDate } from '../../lib/format.ts'
import { readNow } from '../../lib/read-schedule.ts'
import { RUN_TOAST_MS, toastFailure } from '../../lib/toast.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { ReservedButton } from '../../shared/reserved-button.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import rows from '../../ui/row-list.module.css'

const MAX_SHOWN_NAMES = 3

/** Items deleted together, with buttons to restore them and to delete them for good. */
export function TrashRow({ entry }: { entry: TrashEntry }) {
  return (
    <li className={rows.row}>
      <div className={rows.rowText}>
        <span className={rows.rowName}>{formatName(entry)}</span>
        <Text size="sm" c="dimmed" component="span">
          {describeKind(entry)} · deleted <RelativeTime at={entry.deleted_at} />
          {entry.deleted_by !== '' && ` by ${entry.deleted_by}`} ·{' '}
          <span className={rows.unbroken}>until {formatDate(entry.expires_at)}</span>
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        <Restore entry={entry} />
        <DeleteForGood entry={entry} />
      </Group>
    </li>
  )
}

function formatName({ names, count }: TrashEntry): string {
  const shown = names.slice(0, MAX_SHOWN_NAMES)
  const others = count - shown.length
  return others > 0 ? `${shown.join(', ')} and ${formatCount(others)} more` : shown.join(', ')
}

function describeKind({ kind, count, type_names: typeNames }: TrashEntry): string {
  if (kind === 'type') return 'Task type'
  const ofType = typeNames.length === 1 ? ` of ${typeNames[0]}` : ''
  if (kind === 'task') return count > 1 ? pluralize(count, 'task') + ofType : `Task${ofType}`
  if (kind === 'all_tasks') return `Delete All: ${pluralize(count, 'task')}`
  return `Undone import: ${pluralize(count, 'task')}`
}

function Restore({ entry }: { entry: TrashEntry }) {
  const queryClient = useQueryClient()
  const { isPending, act } = useAction(['restore-trash', entry.id], () =>
    showRestored(queryClient, {
      restore: () => call(api.trash.restore, { params: { id: entry.id } }),
      timeoutMs: RUN_TOAST_MS,
    }),
  )
  return (
    <ActionButton
      variant="default"
      size="xs"
      isPending={isPending}
      onPress={act}
      aria-label={`Restore ${formatName(entry)}`}
    >
      Restore
    </ActionButton>
  )
}

function DeleteForGood({ entry }: { entry: TrashEntry }) {
  const queryClient = useQueryClient()
  const [isConfirming, confirmation] = useDisclosure()
  const remove = async () => {
    try {
      await call(api.trash.remove, { params: { id: entry.id } })
    } catch (error) {
      toastFailure(error, { message: readMessage(error, 'Failed to delete for good') })
    }
    await readNow(queryClient, api.trash.list)
    confirmation.close()
  }
  return (
    <>
      <ReservedButton
        adminRight={adminRights.deleteForGood}
        variant="subtle"
        color="red"
        size="xs"
        onPress={confirmation.open}
        aria-label={`Delete for good: ${formatName(entry)}`}
      >
        Delete for good
      </ReservedButton>
      <ConfirmDialog
        opened={isConfirming}
        title="Delete for good"
        confirmLabel="Delete for good"
        isDangerous
        onConfirm={remove}
        onClose={confirmation.close}
      >
        {entry.kind === 'type'
          ? `The task type ${formatName(entry)} will be deleted for good.`
          : `${formatName(entry)} will be deleted for good, with ${entry.count === 1 ? 'its log, data copy and history' : 'their logs, data copies and history'}.`}
      </ConfirmDialog>
    </>
  )
}
