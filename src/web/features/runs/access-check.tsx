import { Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AccessCheck as Check } from '#contract/access-check.ts'
import { api } from '#contract/api.ts'
import { accessCheckQuery } from '../../data/access-check.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/call.ts'
import { readMessage } from '../../lib/call-error.ts'
import { readNow } from '../../lib/read-schedule.ts'
import { buildQueryKey } from '../../lib/route-query.ts'
import { toastFailure } from '../../lib/toast.tsx'
import { ActionButton } from '../../ui/action-button.tsx'

/** Starts a check whether all active tasks can read and write their spreadsheets. Shows how many would fail. */
export function AccessCheck() {
  const queryClient = useQueryClient()
  const { data } = useQuery(accessCheckQuery())
  const { isPending, act } = useAction(['check-access'], async () => {
    try {
      queryClient.setQueryData(buildQueryKey(api.accessCheck.get), await call(api.accessCheck.start))
      await readNow(queryClient, api.accessCheck.get)
    } catch (error) {
      toastFailure(error, { message: readMessage(error, 'The access could not be checked') })
    }
  })
  return (
    <>
      <ActionButton
        variant="default"
        size="compact-xs"
        isPending={isPending || (data?.is_checking ?? false)}
        onPress={act}
      >
        Check access
      </ActionButton>
      <Text span role="status" size="sm" {...(data && !data.is_checking && data.would_fail > 0 && { c: 'red' })}>
        {data && describeCheck(data)}
      </Text>
    </>
  )
}

function describeCheck({ is_checking, checked, total, would_fail, last_check_at }: Check): string {
  if (is_checking) return `Checking ${checked} of ${total}…`
  if (would_fail > 0) return `Access problems: ${would_fail}`
  return last_check_at === null ? '' : 'All active tasks can read and write'
}
